package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.informer.Pages;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the objects of Argo CD with the rights of a person. */
final class ArgoObjects {
  private static final String API = "argoproj.io/v1alpha1";

  /** Kinds of objects that charts look up to keep what they generated. */
  private static final Set<String> LOOKED_UP = Set.of("Secret", "ConfigMap");

  private final KubernetesClient client;

  ArgoObjects(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Returns the Applications of a namespace, sorted.
   *
   * @param namespace empty for all namespaces
   * @throws ManagerException if the cluster does not serve the kind
   */
  List<ApplicationSpec> applications(String namespace) {
    var served = client.getApiResources(API);
    if (served == null
        || served.getResources().stream().noneMatch(kind -> kind.getKind().equals("Application"))) {
      throw new ManagerException(
          "the cluster does not serve Application of %s: Argo CD is not installed".formatted(API));
    }
    var all = client.genericKubernetesResources(API, "Application");
    var within = namespace.isEmpty() ? all.inAnyNamespace() : all.inNamespace(namespace);
    return Pages.all(within::list).stream()
        .map(this::read)
        .sorted(Comparator.comparing(ApplicationSpec::title))
        .toList();
  }

  private ApplicationSpec read(GenericKubernetesResource found) {
    var tree = tree(found);
    return new ApplicationSpec(
        found.getMetadata().getNamespace(),
        found.getMetadata().getName(),
        tree.path("metadata"),
        tree.path("spec"),
        tree.path("status"));
  }

  private JsonNode tree(Object object) {
    return client.getKubernetesSerialization().convertValue(object, JsonNode.class);
  }

  /** Returns those of the rendered objects that exist, and that a chart may look up. */
  List<JsonNode> existing(JsonNode rendered, String namespace) {
    return rendered
        .valueStream()
        .filter(object -> LOOKED_UP.contains(object.path("kind").asText()))
        .flatMap(
            object ->
                existing(
                    object.path("kind").asText(),
                    object.path("metadata").path("namespace").asText(namespace),
                    object.path("metadata").path("name").asText()))
        .toList();
  }

  private Stream<JsonNode> existing(String kind, String namespace, String name) {
    try {
      return Optional.ofNullable(
          client.genericKubernetesResources("v1", kind).inNamespace(namespace).withName(name).get())
          .map(this::tree)
          .stream();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return Stream.empty();
      }
      throw e;
    }
  }
}
