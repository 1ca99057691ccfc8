package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.stream.Stream;

/** Reads the kinds that the API server serves in one answer (aggregated discovery). */
final class Discovered {
  private static final String FORM = "application/json;g=apidiscovery.k8s.io;v=%s;as=%s";
  private static final String LIST = "APIGroupDiscoveryList";
  private static final String FORMS =
      FORM.formatted("v2", LIST) + "," + FORM.formatted("v2beta1", LIST) + ",application/json";

  private Discovered() {}

  /**
   * Returns the kinds whose objects can be listed, the preferred version of each group first.
   * Everyone may read them, other than their definitions.
   *
   * @param path {@code /apis}, or {@code /api} for the core group
   * @throws ManagerException if the API server is too old
   */
  static List<PrimaryKind> at(KubernetesClient client, String path) {
    var answer = ApiRead.get(client, path, FORMS);
    if (!answer.path("kind").asText().equals(LIST)) {
      throw new ManagerException(
          "the API server does not name all its kinds in one answer; Kubernetes does since 1.27");
    }
    return answer.path("items").valueStream().flatMap(Discovered::kinds).toList();
  }

  private static Stream<PrimaryKind> kinds(JsonNode group) {
    var name = group.path("metadata").path("name").asText();
    return group
        .path("versions")
        .valueStream()
        .flatMap(
            version ->
                version
                    .path("resources")
                    .valueStream()
                    .filter(resource -> texts(resource, "verbs").contains("list"))
                    .map(resource -> kind(name, version.path("version").asText(), resource)));
  }

  private static PrimaryKind kind(String group, String version, JsonNode resource) {
    return PrimaryKind.of(
        group.isEmpty() ? version : group + "/" + version,
        resource.path("responseKind").path("kind").asText(),
        resource.path("resource").asText(),
        texts(resource, "shortNames"),
        resource.path("scope").asText().equals("Namespaced"),
        texts(resource, "categories"));
  }

  private static List<String> texts(JsonNode resource, String field) {
    return resource.path(field).valueStream().map(JsonNode::asText).toList();
  }
}
