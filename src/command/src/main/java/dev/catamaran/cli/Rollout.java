package dev.catamaran.cli;

import dev.catamaran.cli.ClusterFlags.KubeconfigFlags;
import dev.catamaran.cli.ClusterFlags.TimeoutFlag;
import dev.catamaran.cli.Console.OutputFlags;
import dev.catamaran.requests.FoundRollouts;
import dev.catamaran.requests.Requested;
import dev.catamaran.requests.RolloutRequests;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
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
      "  catamaran rollout status",
      "  catamaran rollout approve memcached",
      "  catamaran rollout status memcached --wait --timeout=1h"
    })
final class Rollout {
  private static final String WHICH = "EDITION|KIND|NAME";
  private static final String WHICH_TEXT =
      "The edition that a rollout brings, a kind, for its newest rollout, or the name of a"
          + " ChartRollout.";

  private static final String WHAT = "EDITION|KIND|NAME|PLAN";
  private static final int STOPPED = 3;

  static final class Place {
    @Mixin private final KubeconfigFlags kubeconfig = new KubeconfigFlags();

    @Option(
        names = {"-n", "--namespace"},
        paramLabel = "NAME",
        description = "Namespace of the operator (default: all namespaces are searched).")
    private Optional<String> namespace = Optional.empty();

    private <T> T use(BiFunction<KubernetesClient, Optional<String>, T> action) {
      return kubeconfig.use(cluster -> action.apply(cluster.client(), namespace));
    }

    private int ask(OutputFlags output, Function<RolloutRequests, Requested> request) {
      var done =
          use(
              (client, place) ->
                  request.apply(new RolloutRequests(client, FoundRollouts.of(client, place))));
      output.print(done, done::lines);
      return done.exitCode();
    }
  }

  @Command(
      name = "status",
      description =
          "Show the newest rollout of each kind: its phase, its wave, who is changed, who failed,"
              + " and who has another change than planned. With --wait, exits with 1 after the"
              + " timeout, and with 3 as soon as one is halted, returned, failed or superseded.")
  int status(
      @Parameters(
              paramLabel = WHICH,
              arity = "0..1",
              description =
                  WHICH_TEXT
                      + " With --wait, the edition that catamaran plan shows may not have begun, and a kind may"
                      + " name the rollout before.")
          @Nullable String which,
      @Option(names = "--wait", description = "Wait until the rollouts are completed.")
          boolean wait,
      @Mixin TimeoutFlag limit,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    var one = Optional.ofNullable(which);
    var found =
        wait
            ? place.use(
                (client, of) -> FoundRollouts.awaited(client, of, one, limit.timeout, output::tell))
            : place.use(FoundRollouts::of).newest(one);
    output.print(found, () -> found.lines(output.paint()));
    return !wait || found.areCompleted() ? 0 : found.areSettled() ? STOPPED : 1;
  }

  @Command(name = "history", description = "List all rollouts that are kept.")
  int history(@Mixin Place place, @Mixin OutputFlags output) {
    var found = place.use(FoundRollouts::of);
    output.print(found, () -> found.lines(output.paint()));
    return 0;
  }

  @Command(
      name = "approve",
      description =
          "Approve the wave that a rollout waits for. With the digest that catamaran plan shows,"
              + " the rollout keeps to that plan: a custom resource with another change waits.")
  int approve(
      @Parameters(
              paramLabel = WHAT,
              description = WHICH_TEXT + " The digest of a plan binds the rollout to it.")
          String which,
      @Option(
              names = "--wave",
              paramLabel = "NUMBER",
              description = "Approve all waves up to this one.")
          @Nullable Integer wave,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    return place.ask(output, requests -> requests.approve(which, Optional.ofNullable(wave)));
  }

  @Command(name = "pause", description = "Stop before the next custom resource.")
  int pause(
      @Parameters(paramLabel = WHICH, description = WHICH_TEXT) String which,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    return place.ask(output, requests -> requests.pause(which));
  }

  @Command(name = "resume", description = "Go on after a pause, or after failures.")
  int resume(
      @Parameters(paramLabel = WHICH, description = WHICH_TEXT) String which,
      @Option(
              names = "--allow-failures",
              paramLabel = "NUMBER",
              description = "Failures in a wave that halt it (default: as in watches.yaml).")
          int failures,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    return place.ask(output, requests -> requests.resume(which, failures));
  }

  @Command(
      name = "undo",
      description =
          "Let the custom resources that were changed go back to the objects that they had.")
  int undo(
      @Parameters(paramLabel = WHICH, description = WHICH_TEXT) String which,
      @Mixin Place place,
      @Mixin OutputFlags output) {
    return place.ask(output, requests -> requests.undo(which));
  }
}
