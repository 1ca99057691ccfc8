package dev.catamaran.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.ReleaseKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A release that Helm renders in a cluster without anything, as an installation and an upgrade. */
final class RecordedRelease {
  /** Each rendering may ask for the kinds that the one before has shown. */
  private static final int MOST_ATTEMPTS = 20;

  private final ChartEngine engine;
  private final Chart chart;
  private final ReleaseKey release;
  private final Values values;
  private final Discovery discovery = Discovery.snapshot();
  private final List<ApiResource> assumed = new ArrayList<>();
  private final List<RecordedObject> objects = new ArrayList<>();
  private final Set<RecordedLookup> lookups = new LinkedHashSet<>();
  private final List<String> failures = new ArrayList<>();
  private Set<String> definitions = Set.of();

  RecordedRelease(ChartEngine engine, Chart chart, ReleaseKey release, Values values) {
    this.engine = engine;
    this.chart = chart;
    this.release = release;
    this.values = values;
  }

  void install() throws EngineFaultException {
    var rendered = rendered(false);
    read(rendered);
    definitions = definitions(rendered).map(it -> it.key().name()).collect(Collectors.toSet());
  }

  /** Renders a further revision. A failure is a note: most of the chart is known then. */
  void upgrade() {
    try {
      read(rendered(true));
    } catch (EngineFaultException e) {
      failures.add("an upgrade cannot be rendered: " + e.getMessage());
    }
  }

  Recording recording() {
    return new Recording(
        chart.name(),
        release.namespace(),
        release.name(),
        objects,
        List.copyOf(lookups),
        definitions,
        Stream.concat(assumed.stream().map(RecordedRelease::note), failures.stream()).toList());
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

  private JsonNode rendered(boolean isUpgrade) throws EngineFaultException {
    var rendered = engine.render(chart, release, values, isUpgrade, world());
    for (int attempt = 1; showsMoreKinds(rendered) && attempt < MOST_ATTEMPTS; attempt++) {
      rendered = engine.render(chart, release, values, isUpgrade, world());
    }
    return rendered;
  }

  /** The namespace exists, and what was rendered before. */
  private World world() {
    var namespace = JsonNodeFactory.instance.objectNode();
    namespace.put("apiVersion", "v1").put("kind", "Namespace");
    namespace.putObject("metadata").put("name", release.namespace());
    var present = Stream.concat(Stream.of(namespace), objects.stream().map(this::present));
    return new World(discovery.version(), discovery.apiVersions(), present.toList());
  }

  private JsonNode present(RecordedObject object) {
    var present = object.content().<ObjectNode>deepCopy();
    if (object.resource().namespaced()) {
      present.withObjectProperty("metadata").put("namespace", object.namespace());
    }
    return present;
  }

  /**
   * Serves the kinds that the chart defines, and those of its objects that nobody defines. Helm
   * finds a kind that templates define only for hooks: it resolves all other objects before it
   * creates one. Returns whether there were new kinds: templates may ask for them.
   */
  private boolean showsMoreKinds(JsonNode rendered) {
    var before = Set.copyOf(discovery.apiVersions());
    var manifest = objects(rendered.at("/revision/objects").valueStream()).toList();
    definitions(rendered).forEach(this::define);
    manifest.forEach(this::assume);
    manifest.stream().filter(RecordedRelease::isDefinition).forEach(this::define);
    objects(rendered.at("/revision/hooks").valueStream().map(hook -> hook.path("object")))
        .forEach(this::assume);
    return !before.containsAll(discovery.apiVersions());
  }

  /** Returns the definitions in the folders crds. */
  private static Stream<ManifestObject> definitions(JsonNode rendered) {
    var files = rendered.path("crds").valueStream();
    return objects(files.flatMap(file -> file.path("objects").valueStream()))
        .filter(RecordedRelease::isDefinition);
  }

  private static boolean isDefinition(ManifestObject object) {
    return object.key().kind().equals("CustomResourceDefinition");
  }

  private static Stream<ManifestObject> objects(Stream<JsonNode> documents) {
    return documents.flatMap(document -> Manifest.objectsIn(document).stream());
  }

  private void define(ManifestObject definition) {
    discovery.define(definition.content());
  }

  private void assume(ManifestObject object) {
    var apiVersion = object.key().apiVersion();
    var kind = object.key().kind();
    if (discovery.find(apiVersion, kind).isEmpty()) {
      var guess = Discovery.guess(apiVersion, kind);
      discovery.add(guess);
      assumed.add(guess);
    }
  }

  /** Adds the objects of the manifest, then the hooks, and what the templates look up. */
  private void read(JsonNode rendered) {
    var known = Set.copyOf(objects);
    var revision = rendered.path("revision");
    var templates = rendered.path("templates");
    for (int i = 0; i < templates.size(); i++) {
      read(templates.path(i).asText(), revision.path("objects").path(i), List.of(), known);
    }
    for (var hook : revision.path("hooks")) {
      var events = hook.path("events").valueStream().map(JsonNode::asText).toList();
      read(hook.path("path").asText(), hook.path("object"), events, known);
    }
    rendered.path("lookups").valueStream().map(this::lookup).forEach(lookups::add);
  }

  private void read(
      String template, JsonNode document, List<String> events, Set<RecordedObject> known) {
    for (var object : Manifest.objectsIn(document)) {
      var key = object.key();
      var own = key.namespace().isEmpty() ? release.namespace() : key.namespace();
      discovery
          .find(key.apiVersion(), key.kind())
          .map(
              kind ->
                  new RecordedObject(
                      template, kind, kind.namespaced() ? own : "", events, object.content()))
          .filter(found -> !known.contains(found))
          .ifPresent(objects::add);
    }
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
