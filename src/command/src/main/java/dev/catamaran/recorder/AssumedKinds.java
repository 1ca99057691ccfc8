package dev.catamaran.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Adds the kinds of a chart to those that are served, and notes the assumptions. */
final class AssumedKinds {
  private final Discovery discovery;
  private final List<ApiResource> assumed = new ArrayList<>();

  AssumedKinds(Discovery discovery) {
    this.discovery = discovery;
  }

  /**
   * Adds the kinds that the chart defines, and those of its objects that nobody defines. Helm finds
   * a kind that templates define only for hooks: it resolves all other objects before it creates
   * one. Returns whether there were new kinds: templates may ask for them.
   */
  boolean addFrom(JsonNode rendered) {
    int before = discovery.size();
    var manifest = objects(rendered.path("revision").path("objects").valueStream());
    definitions(rendered).forEach(this::define);
    manifest.forEach(this::add);
    manifest.stream().filter(AssumedKinds::isDefinition).forEach(this::define);
    objects(rendered.path("revision").path("hooks").valueStream().map(hook -> hook.path("object")))
        .forEach(this::add);
    return discovery.size() > before;
  }

  /** Returns the definitions in the folders crds. */
  static List<ManifestObject> definitions(JsonNode rendered) {
    return objects(
            rendered.path("crds").valueStream().flatMap(file -> file.path("objects").valueStream()))
        .stream()
        .filter(AssumedKinds::isDefinition)
        .toList();
  }

  private static boolean isDefinition(ManifestObject object) {
    return object.key().kind().equals("CustomResourceDefinition");
  }

  private static List<ManifestObject> objects(Stream<JsonNode> documents) {
    return documents.flatMap(document -> Manifest.objectsIn(document).stream()).toList();
  }

  private void define(ManifestObject definition) {
    discovery.define(definition.content());
  }

  private void add(ManifestObject object) {
    var apiVersion = object.key().apiVersion();
    var kind = object.key().kind();
    if (discovery.find(apiVersion, kind).isEmpty()) {
      var guess = Discovery.guess(apiVersion, kind);
      discovery.add(guess);
      assumed.add(guess);
    }
  }

  List<ApiResource> assumed() {
    return List.copyOf(assumed);
  }

  List<String> notes() {
    return assumed.stream().map(AssumedKinds::note).toList();
  }

  private static String note(ApiResource assumed) {
    return ("Kind %s of %s is not built into Kubernetes, and the chart has no CRD of it; its"
            + " resource is assumed to be %s, %s")
        .formatted(
            assumed.kind(),
            assumed.apiVersion(),
            assumed.plural(),
            assumed.namespaced() ? "namespaced" : "cluster-scoped");
  }
}
