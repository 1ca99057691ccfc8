package dev.catamaran.helm;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.HelmCommand;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.Release;
import com.marcnuri.helm.UpgradeCommand;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.FailureText;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmCall.Result;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.release.UninstallOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Helm itself, through helm-java. */
public final class HelmJavaEngine implements HelmEngine {
  private static final List<String> INSTALL_HOOKS = List.of("pre-install", "post-install");
  private static final List<String> UPGRADE_HOOKS = List.of("pre-upgrade", "post-upgrade");

  /** Helm's text for a release without revisions (Helm, pkg/storage/driver/driver.go). */
  private static final String NOT_FOUND = "release: not found";

  private final Path kubeconfig;
  private final KubernetesClient client;
  private final ValidatedCharts validated;

  /**
   * Connects to the cluster of this kubeconfig. It must be a file: with a text, helm-java loses its
   * retries and most of its request rate.
   *
   * @param client reads the target revisions of rollbacks
   */
  public HelmJavaEngine(Path kubeconfig, KubernetesClient client) {
    this(kubeconfig, client, new ValidatedCharts());
  }

  HelmJavaEngine(Path kubeconfig, KubernetesClient client, ValidatedCharts validated) {
    this.kubeconfig = kubeconfig;
    this.client = client;
    this.validated = validated;
  }

  @Override
  public Result run(HelmCall call) {
    return switch (call) {
      case HelmCall.Install(var desired) -> made(desired, this::install);
      case HelmCall.Upgrade(var desired) -> made(desired, this::upgrade);
      case HelmCall.Rollback rollback -> rollback(rollback);
      case HelmCall.Compare(var desired, var current) -> compare(desired, current);
      case HelmCall.Test(var release, var timeout) -> test(release, timeout);
      case HelmCall.Uninstall(var release, var options) -> uninstall(release, options);
    };
  }

  /**
   * Makes a revision. If the chart cannot be rendered, tries again without marks, for a message
   * with the chart's own lines. Helm renders before it stores or changes anything.
   */
  private static Result made(DesiredRelease desired, Function<DesiredRelease, Result> operation) {
    try {
      return operation.apply(desired);
    } catch (EngineException e) {
      if (desired.marks().isEmpty() || !OwnershipFilter.isIn(e.failure())) {
        throw e;
      }
      return operation.apply(desired.unmarked());
    }
  }

  private Result install(DesiredRelease desired) {
    var step = desired.options().install();
    try (var chart = EngineChart.of(desired, step.hooks() ? List.of() : INSTALL_HOOKS)) {
      FinishedInstalls.OF_PROCESS.run(() -> run(installation(desired, chart)));
    }
    validated.add(desired);
    return Result.DONE;
  }

  private Result upgrade(DesiredRelease desired) {
    var step = desired.options().upgrade();
    try (var chart = EngineChart.of(desired, step.hooks() ? List.of() : UPGRADE_HOOKS)) {
      var command = upgrade(desired, chart).withDescription(step.description());
      run(validated.contains(desired) ? command.disableOpenApiValidation() : command);
    }
    validated.add(desired);
    return Result.DONE;
  }

  private Result rollback(HelmCall.Rollback call) {
    var desired = call.desired();
    var step = desired.options().upgrade();
    try (var chart =
        LiteralChart.of(stored(call.target()), originOf(call), step.hooks(), desired)) {
      var description =
          step.description().isEmpty() ? "Rollback to " + call.restored() : step.description();
      // The API server has accepted exactly these objects before.
      run(upgrade(desired, chart).withDescription(description).disableOpenApiValidation());
    }
    return Result.DONE;
  }

  private Result compare(DesiredRelease desired, Revision current) {
    var step = desired.options().upgrade();
    try (var chart =
        EngineChart.comparing(desired, step.hooks() ? List.of() : UPGRADE_HOOKS, stored(current))) {
      // The rendering fails before Helm changes anything. As a dry run it could not do so anyway.
      run(
          upgrade(desired, chart)
              .disableOpenApiValidation()
              .withDryRunOption(DryRun.SERVER)
              .dryRun());
      return Result.OTHER;
    } catch (EngineException e) {
      return ComparisonFilter.foundTheSame(e.failure()) ? Result.SAME : Result.OTHER;
    }
  }

  private Result test(ReleaseKey release, Duration timeout) {
    run(
        Helm.test(release.name())
            .withNamespace(release.namespace())
            .withKubeConfig(kubeconfig)
            .withTimeout(seconds(timeout)));
    return Result.DONE;
  }

  private Result uninstall(ReleaseKey release, UninstallOptions options) {
    // helm-java has no time limit for an uninstall; Helm's own default applies to its hooks.
    var command =
        Helm.uninstall(release.name())
            .withNamespace(release.namespace())
            .withKubeConfig(kubeconfig);
    try {
      orFailure(options.hooks() ? command : command.noHooks());
      return Result.DONE;
    } catch (EngineException e) {
      // Helm's own option to ignore this also ignores a missing right to read the revisions.
      if (!e.failure().message().endsWith(NOT_FOUND)) {
        throw e;
      }
      return Result.NO_RELEASE;
    }
  }

  private StoredRelease stored(Revision revision) {
    try {
      return StoredRelease.read(client, revision)
          .orElseThrow(
              () ->
                  new EngineException(
                      new Rejected(
                          "revision %d of release %s is no longer stored"
                              .formatted(revision.number(), revision.release()))));
    } catch (UncheckedIOException e) {
      throw new EngineException(new Rejected(String.valueOf(e.getMessage())));
    }
  }

  private static Origin originOf(HelmCall.Rollback call) {
    return new Origin(
        call.desired().primary(),
        call.target().origin().map(Origin::inputDigest).orElse(""),
        OptionalInt.of(call.restored()),
        call.desired().request());
  }

  private static void run(HelmCommand<? extends @Nullable Release> command) {
    if (orFailure(command) == null) {
      // A panic inside Helm returns as an empty success.
      throw new EngineException(new Rejected("Helm ended without a result"));
    }
  }

  private InstallCommand installation(DesiredRelease desired, EngineChart chart) {
    var command =
        new Helm(chart.chart())
            .install()
            .withName(desired.release().name())
            .withNamespace(desired.release().namespace())
            .withKubeConfig(kubeconfig)
            .withValuesFile(chart.values())
            .withDescription(desired.options().install().description())
            // They are created before, or left out.
            .skipCrds()
            .withTimeout(seconds(desired.timeout()));
    chart.exactIntegers().forEach(command::set);
    return validated.contains(desired) ? command.disableOpenApiValidation() : command;
  }

  private UpgradeCommand upgrade(DesiredRelease desired, EngineChart chart) {
    var command =
        new Helm(chart.chart())
            .upgrade()
            .withName(desired.release().name())
            .withNamespace(desired.release().namespace())
            .withKubeConfig(kubeconfig)
            .withValuesFile(chart.values())
            // Without this, an emptied spec would keep the values of the previous revision.
            .resetValues()
            .withTimeout(seconds(desired.timeout()));
    chart.exactIntegers().forEach(command::set);
    return command;
  }

  /** Helm reads 0 as its default of five minutes. */
  private static int seconds(Duration timeout) {
    return Math.toIntExact(Math.max(1, timeout.toSeconds()));
  }

  private static <T extends @Nullable Object> T orFailure(Callable<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw new EngineException(FailureText.classify(String.valueOf(e.getMessage())));
    }
  }
}
