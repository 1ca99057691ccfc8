package dev.catamaran.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the objects of a rendered chart, and what it looks up.
 *
 * @param discovery has their kinds
 * @param namespace of the release
 */
record RecordedObjects(Discovery discovery, String namespace) {

  /** Returns the objects of the manifest, then the hooks. */
  List<RecordedObject> of(JsonNode rendered) {
    var objects = new ArrayList<RecordedObject>();
    var revision = rendered.path("revision");
    var templates = rendered.path("templates");
    for (int i = 0; i < templates.size(); i++) {
      read(templates.path(i).asText(), revision.path("objects").path(i), List.of(), objects);
    }
    for (var hook : revision.path("hooks")) {
      var events = hook.path("events").valueStream().map(JsonNode::asText).toList();
      read(hook.path("path").asText(), hook.path("object"), events, objects);
    }
    return objects;
  }

  private void read(
      String template, JsonNode document, List<String> events, List<RecordedObject> objects) {
    for (var object : Manifest.objectsIn(document)) {
      discovery
          .find(object.key().apiVersion(), object.key().kind())
          .map(resource -> recorded(template, object, resource, events))
          .ifPresent(objects::add);
    }
  }

  private RecordedObject recorded(
      String template, ManifestObject object, ApiResource resource, List<String> events) {
    var own = object.key().namespace().isEmpty() ? namespace : object.key().namespace();
    return new RecordedObject(
        template, resource, resource.namespaced() ? own : "", events, object.content());
  }

  /** Returns what the templates look up. */
  List<RecordedLookup> lookups(JsonNode rendered) {
    return rendered.path("lookups").valueStream().map(this::lookup).distinct().toList();
  }

  private RecordedLookup lookup(JsonNode lookup) {
    var apiVersion = lookup.path("apiVersion").asText();
    var kind = lookup.path("kind").asText();
    var resource =
        discovery.find(apiVersion, kind).orElseGet(() -> Discovery.guess(apiVersion, kind));
    return new RecordedLookup(
        resource,
        resource.namespaced() ? lookup.path("namespace").asText() : "",
        lookup.path("name").asText());
  }
}
