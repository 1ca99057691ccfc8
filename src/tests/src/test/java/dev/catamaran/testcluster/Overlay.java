package dev.catamaran.testcluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A folder of config/, rendered as by {@code kubectl apply -k}, in the namespaces of a test.
 *
 * @param objects the output of kustomize
 */
public record Overlay(List<HasMetadata> objects) {
  private static final String SYSTEM = "memcached-operator-system";

  /**
   * Renders a folder.
   *
   * @param folder below config
   * @param namespace replaces the namespace {@code default}; the operator's namespace gets a name
   *     with this prefix
   */
  public static Overlay of(String folder, TestNamespace namespace) {
    var yaml =
        kustomize("config/" + folder)
            .replace(SYSTEM, namespace.name() + "-system")
            .replace("memcached-operator-", namespace.name() + "-")
            .replace("namespace: default\n", "namespace: " + namespace.name() + "\n")
            .replace("value: default\n", "value: " + namespace.name() + "\n");
    return new Overlay(
        namespace.client().load(new ByteArrayInputStream(yaml.getBytes(UTF_8))).items());
  }

  /** The output of {@code kubectl kustomize}. */
  public static String kustomize(String folder) {
    try {
      var process =
          new ProcessBuilder("hack/kubectl", "kustomize", folder).redirectErrorStream(true).start();
      var out = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(folder + ": " + out);
      }
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Applies all objects except CRDs and the Deployment, until the test ends, and waits until the
   * API server applies the rights. The process of the test replaces the Deployment.
   */
  public void applyTo(TestNamespace namespace) {
    for (var object : objects) {
      switch (object) {
        case Deployment ignored -> {}
        case CustomResourceDefinition ignored -> {}
        default -> {
          namespace.client().resource(object).serverSideApply();
          if (!(object instanceof Namespaced)) {
            namespace.atClose(() -> namespace.client().resource(object).delete());
          }
        }
      }
    }
    EffectiveRights.awaitBindings(namespace.client(), objects);
  }

  /** The ServiceAccount of the operator. */
  public OperatorIdentity identity(TestNamespace namespace) {
    var account = deployment().getSpec().getTemplate().getSpec().getServiceAccountName();
    return OperatorIdentity.of(
        namespace.cluster(),
        objects.stream()
            .filter(ServiceAccount.class::isInstance)
            .map(ServiceAccount.class::cast)
            .filter(found -> found.getMetadata().getName().equals(account))
            .findFirst()
            .orElseThrow());
  }

  /** The namespace of the operator. */
  public String system() {
    return objects.stream()
        .filter(Namespace.class::isInstance)
        .map(found -> found.getMetadata().getName())
        .findFirst()
        .orElseThrow();
  }

  /**
   * The flags of {@code catamaran run}, with the namespace of the lease: a process outside of a pod
   * cannot find it by itself.
   */
  public List<String> flags() {
    var flags = new ArrayList<>(container().getArgs());
    flags.remove("run");
    flags.removeIf(flag -> flag.contains("-bind-address="));
    flags.add("--leader-election-namespace=" + system());
    return Collections.unmodifiableList(flags);
  }

  /** The watched namespaces; empty for all. */
  public Optional<String> watchedNamespaces() {
    return container().getEnv().stream()
        .filter(variable -> variable.getName().equals("WATCH_NAMESPACE"))
        .map(variable -> variable.getValue())
        .findFirst();
  }

  private io.fabric8.kubernetes.api.model.Container container() {
    return deployment().getSpec().getTemplate().getSpec().getContainers().getFirst();
  }

  private Deployment deployment() {
    return objects.stream()
        .filter(Deployment.class::isInstance)
        .map(Deployment.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
