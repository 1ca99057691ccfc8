package dev.catamaran.helm;

import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  public HelmCall.Result run(HelmCall call) {
    var copy = ImpersonatingKubeconfig.of(kubeconfig, user);
    try {
      return engines.apply(copy).run(call);
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
