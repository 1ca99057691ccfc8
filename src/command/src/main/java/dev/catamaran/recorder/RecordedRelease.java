package dev.catamaran.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
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
  private final AssumedKinds kinds = new AssumedKinds(discovery);
  private final RecordedObjects reader;
  private final List<RecordedObject> objects = new ArrayList<>();
  private final Set<RecordedLookup> lookups = new LinkedHashSet<>();
  private final List<String> notes = new ArrayList<>();
  private Set<String> definitions = Set.of();

  RecordedRelease(ChartEngine engine, Chart chart, ReleaseKey release, Values values) {
    this.engine = engine;
    this.chart = chart;
    this.release = release;
    this.values = values;
    this.reader = new RecordedObjects(discovery, release.namespace());
  }

  /** Renders the first revision. */
  void install() throws EngineFaultException {
    var rendered = rendered(false);
    objects.addAll(reader.of(rendered));
    lookups.addAll(reader.lookups(rendered));
    definitions =
        AssumedKinds.definitions(rendered).stream()
            .map(definition -> definition.key().name())
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Renders a further revision. A failure is a note: most of the chart is known then. */
  void upgrade() {
    try {
      var rendered = rendered(true);
      var known = Set.copyOf(objects);
      reader.of(rendered).stream().filter(it -> !known.contains(it)).forEach(objects::add);
      lookups.addAll(reader.lookups(rendered));
    } catch (EngineFaultException e) {
      notes.add("an upgrade cannot be rendered: " + e.getMessage());
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
        kinds.assumed(),
        Stream.concat(kinds.notes().stream(), notes.stream()).toList());
  }

  private JsonNode rendered(boolean isUpgrade) throws EngineFaultException {
    var rendered = render(isUpgrade);
    for (int attempt = 1; showsMoreKinds(rendered) && attempt < MOST_ATTEMPTS; attempt++) {
      rendered = render(isUpgrade);
    }
    return rendered;
  }

  /** The templates may ask for these. */
  private boolean showsMoreKinds(JsonNode rendered) {
    var before = Set.copyOf(discovery.apiVersions());
    return kinds.addFrom(rendered) && !before.containsAll(discovery.apiVersions());
  }

  private JsonNode render(boolean isUpgrade) throws EngineFaultException {
    return engine.render(chart, release, values, isUpgrade, world());
  }

  /** The namespace exists, and what was rendered before. */
  private World world() {
    var present = Stream.concat(Stream.of(namespace()), objects.stream().map(this::present));
    return new World(discovery.version(), discovery.apiVersions(), present.toList());
  }

  private ObjectNode namespace() {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "v1").put("kind", "Namespace");
    object.putObject("metadata").put("name", release.namespace());
    return object;
  }

  private JsonNode present(RecordedObject object) {
    var present = object.content().<ObjectNode>deepCopy();
    if (object.resource().namespaced()) {
      present.withObjectProperty("metadata").put("namespace", object.namespace());
    }
    return present;
  }
}
