package dev.catamaran.cli;

import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.inspect.FoundRollouts.Asked;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran rollout}: how far changed charts are on their way to the primaries. */
@Command(
    name = "rollout",
    description = "See and direct the rollouts of changed charts.",
    footer = {
      "",
      "Examples:",
      "  catamaran rollout status",
      "  catamaran rollout approve memcached",
    },
    mixinStandardHelpOptions = true)
final class Rollout {
  private static final String WHICH = "KIND|NAME";
  private static final String WHICH_TEXT =
      "A kind, for its newest rollout, or the name of a ChartRollout.";

  /** The cluster and the namespace of the operator. */
  static final class Place {
    @Mixin private final KubeconfigFlags kubeconfig = new KubeconfigFlags();

    @Option(
        names = {"-n", "--namespace"},
        paramLabel = "NAME",
        description = "Namespace of the operator (default: all namespaces are searched).")
    private @Nullable String namespace;

    private FoundRollouts list() {
      return kubeconfig.use(
          cluster -> FoundRollouts.of(cluster.client(), Optional.ofNullable(namespace)));
    }

    private Asked ask(BiFunction<FoundRollouts, KubernetesClient, Asked> request) {
      return kubeconfig.use(
          cluster ->
              request.apply(
                  FoundRollouts.of(cluster.client(), Optional.ofNullable(namespace)),
                  cluster.client()));
    }
  }

  @Command(
      name = "status",
      description =
          "Show the newest rollout of each kind: its phase, its wave, who is changed, who failed.",
      mixinStandardHelpOptions = true)
  int status(@Mixin Place place, @Mixin OutputFlags output) {
    var found = place.list().newest();
    output.print(found, () -> found.lines(output.paint()));
    return 0;
  }

  @Command(
      name = "history",
      description = "List all rollouts that are kept.",
      mixinStandardHelpOptions = true)
  int history(@Mixin Place place, @Mixin OutputFlags output) {
    var found = place.list();
    output.print(found, () -> found.lines(output.paint()));
    return 0;
  }

  @Command(
      name = "approve",
      description = "Approve the wave that a rollout waits for.",
      mixinStandardHelpOptions = true)
  int approve(
      @Parameters(paramLabel = WHICH, description = WHICH_TEXT) String which,
      @Option(
              names = "--wave",
              paramLabel = "NUMBER",
              description = "Approve all waves up to this one.")
          int wave,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    return print(output, place.ask((found, client) -> found.approve(client, which, wave)));
  }

  @Command(
      name = "pause",
      description = "Stop before the next primary.",
      mixinStandardHelpOptions = true)
  int pause(
      @Parameters(paramLabel = WHICH, description = WHICH_TEXT) String which,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    return print(output, place.ask((found, client) -> found.pause(client, which)));
  }

  @Command(
      name = "resume",
      description = "Go on after a pause, or after failures.",
      mixinStandardHelpOptions = true)
  int resume(
      @Parameters(paramLabel = WHICH, description = WHICH_TEXT) String which,
      @Option(
              names = "--allow-failures",
              paramLabel = "NUMBER",
              description = "Failures in a wave that halt it (default: as in watches.yaml).")
          int failures,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    return print(output, place.ask((found, client) -> found.resume(client, which, failures)));
  }

  @Command(
      name = "undo",
      description = "Let the primaries that were changed go back to the objects that they had.",
      mixinStandardHelpOptions = true)
  int undo(
      @Parameters(paramLabel = WHICH, description = WHICH_TEXT) String which,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    return print(output, place.ask((found, client) -> found.undo(client, which)));
  }

  private static int print(OutputFlags output, Asked done) {
    output.print(done, done::lines);
    return 0;
  }
}
