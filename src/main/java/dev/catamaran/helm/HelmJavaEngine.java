package dev.catamaran.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.Release;
import com.marcnuri.helm.UpgradeCommand;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.FailureText;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UninstallOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Helm itself, through helm-java. */
public final class HelmJavaEngine implements HelmEngine {
  private final Path kubeconfig;

  /**
   * Charts whose objects the API server's schema has accepted once. Checking them costs more than
   * all the rest of a call, and finds nothing new at the second time.
   */
  private final Set<String> validatedCharts = ConcurrentHashMap.newKeySet();

  /**
   * Talks to the cluster of this kubeconfig. It must be a file: given as text, helm-java loses its
   * retries and most of its request rate.
   */
  public HelmJavaEngine(Path kubeconfig) {
    this.kubeconfig = kubeconfig;
  }

  @Override
  public void install(DesiredRelease desired) {
    run(desired, chart -> () -> installation(desired, chart).call());
  }

  @Override
  public void upgrade(DesiredRelease desired) {
    run(desired, chart -> () -> upgrade(desired, chart).call());
  }

  @Override
  public void rollback(DesiredRelease desired, Revision target) {
    throw new EngineException(new Rejected("rollback is not built yet"));
  }

  @Override
  public void test(ReleaseKey release, Duration timeout) {
    throw new EngineException(new Rejected("tests are not built yet"));
  }

  @Override
  public void uninstall(ReleaseKey release, UninstallOptions options) {
    // helm-java has no bound for an uninstall; Helm's own default holds for its hooks.
    orFailure(
        () ->
            Helm.uninstall(release.name())
                .withNamespace(release.namespace())
                .withKubeConfig(kubeconfig)
                .ignoreNotFound()
                .call());
  }

  private interface Call {
    Callable<@Nullable Release> on(EngineChart chart);
  }

  private void run(DesiredRelease desired, Call call) {
    try (var chart = EngineChart.of(desired)) {
      var release = orFailure(call.on(chart));
      if (release == null) {
        // A panic inside of Helm comes back as an empty success.
        throw new EngineException(new Rejected("Helm ended without a result"));
      }
      validatedCharts.add(desired.chart().digest());
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
            .withTimeout(Math.toIntExact(desired.timeout().toSeconds()));
    desired.exactIntegers().forEach(command::set);
    return isValidated(desired) ? command.disableOpenApiValidation() : command;
  }

  private UpgradeCommand upgrade(DesiredRelease desired, EngineChart chart) {
    var command =
        new Helm(chart.chart())
            .upgrade()
            .withName(desired.release().name())
            .withNamespace(desired.release().namespace())
            .withKubeConfig(kubeconfig)
            .withValuesFile(chart.values())
            // Without this an emptied spec would keep the values of the revision before.
            .resetValues()
            .withTimeout(Math.toIntExact(desired.timeout().toSeconds()));
    desired.exactIntegers().forEach(command::set);
    return isValidated(desired) ? command.disableOpenApiValidation() : command;
  }

  private boolean isValidated(DesiredRelease desired) {
    return validatedCharts.contains(desired.chart().digest());
  }

  private static <T extends @Nullable Object> T orFailure(Callable<T> call) {
    try {
      return call.call();
    } catch (Exception e) {
      throw new EngineException(FailureText.classify(String.valueOf(e.getMessage())));
    }
  }
}
