package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.recorder.Discovery;
import dev.catamaran.recorder.Discovery.ApiResource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The resources that a stand-in serves: those of a new cluster, and added ones. */
final class ServedKinds {
  private final List<ApiResource> resources = new CopyOnWriteArrayList<>(Discovery.BUILT_IN);

  /** Returns the resource of a kind; empty if the kind is not served. */
  Optional<ApiResource> find(String apiVersion, String kind) {
    return resources.stream()
        .filter(found -> found.apiVersion().equals(apiVersion) && found.kind().equals(kind))
        .findFirst();
  }

  /** Returns all resources. */
  List<ApiResource> all() {
    return resources;
  }

  /** Serves the kind of a CustomResourceDefinition, in all its served versions. */
  void define(JsonNode definition) {
    var spec = definition.path("spec");
    for (var served : spec.path("versions")) {
      resources.add(
          new ApiResource(
              spec.path("group").asText(),
              served.path("name").asText(),
              spec.path("names").path("plural").asText(),
              spec.path("names").path("kind").asText(),
              spec.path("scope").asText().equals("Namespaced")));
    }
  }
}
