package dev.catamaran.helm;

import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UninstallOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Helm with the rights of another account. Each call has its own kubeconfig, deleted after the
 * call: tenants choose the accounts, and no account may leave anything behind.
 */
public final class ImpersonatingEngine implements HelmEngine {
  private final Path kubeconfig;
  private final String user;
  private final Function<Path, HelmEngine> engines;

  ImpersonatingEngine(Path kubeconfig, String user, Function<Path, HelmEngine> engines) {
    this.kubeconfig = kubeconfig;
    this.user = user;
    this.engines = engines;
  }

  /**
   * Creates an engine that acts as {@code user}.
   *
   * @param kubeconfig with the right to impersonate
   * @param user the account's name at the API server
   * @param client acts as that user, too
   */
  public static ImpersonatingEngine of(Path kubeconfig, String user, KubernetesClient client) {
    var validated = new ValidatedCharts();
    return new ImpersonatingEngine(
        kubeconfig, user, copy -> new HelmJavaEngine(copy, client, validated));
  }

  @Override
  public void install(DesiredRelease desired) {
    call(engine -> engine.install(desired));
  }

  @Override
  public void upgrade(DesiredRelease desired) {
    call(engine -> engine.upgrade(desired));
  }

  @Override
  public void rollback(DesiredRelease desired, Revision target) {
    call(engine -> engine.rollback(desired, target));
  }

  @Override
  public void test(ReleaseKey release, Duration timeout) {
    call(engine -> engine.test(release, timeout));
  }

  @Override
  public boolean uninstall(ReleaseKey release, UninstallOptions options) {
    return ask(engine -> engine.uninstall(release, options));
  }

  private void call(Consumer<HelmEngine> work) {
    ask(
        engine -> {
          work.accept(engine);
          return true;
        });
  }

  private <T> T ask(Function<HelmEngine, T> work) {
    var copy = ImpersonatingKubeconfig.of(kubeconfig, user);
    try {
      return work.apply(engines.apply(copy));
    } finally {
      delete(copy);
    }
  }

  private static void delete(Path copy) {
    try {
      Files.deleteIfExists(copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
