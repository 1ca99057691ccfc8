package dev.catamaran.scaffold;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.wire.SideBySide;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the values by which a chart takes whole manifests, by trying: it is rendered with a
 * manifest in each value whose name suggests this.
 */
record ManifestValues(ChartEngine engine, Chart chart) {
  private static final String NAME = "catamaran-probe";
  private static final ReleaseKey RELEASE = new ReleaseKey("probe", "probe");
  private static final Pattern USED = Pattern.compile("\\.Values\\.([A-Za-z0-9_.]*[A-Za-z0-9_])");

  /** What values for this are called in published charts. */
  private static final Pattern CALLED =
      Pattern.compile(
          "(?:[mM]anifest|[oO]bject|[dD]eploy|[rR]aw|[rR]esource|[tT]emplate)[A-Za-z0-9_]*$");

  List<String> find() {
    var called = used().stream().filter(path -> CALLED.matcher(path).find()).toList();
    var usual = called.isEmpty() ? Values.empty() : usual();
    int most = Runtime.getRuntime().availableProcessors();
    var taken = SideBySide.ofEach(most, called, path -> takesManifests(path, usual));
    return IntStream.range(0, called.size()).filter(taken::get).mapToObj(called::get).toList();
  }

  /** The paths of the values that the templates use, and of what they are in. */
  private Set<String> used() {
    var found = new TreeSet<String>();
    var folder = chart.path().resolve("templates");
    if (!Files.isDirectory(folder)) {
      // Its subcharts make all objects.
      return found;
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        USED.matcher(Files.readString(file)).results().forEach(use -> add(use.group(1), found));
      }
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(chart.path(), e.getMessage()));
    }
    return found;
  }

  private static void add(String path, Set<String> found) {
    for (int end = path.indexOf('.'); end > 0; end = path.indexOf('.', end + 1)) {
      found.add(path.substring(0, end));
    }
    found.add(path);
  }

  /** None beside the chart's own; if it demands some, the first ones in ci/ that it takes. */
  private Values usual() {
    var ofCi =
        ChartInput.filesOfCi(chart.path()).stream()
            .flatMap(file -> ChartInput.valuesOf(file).stream())
            .map(Values::of);
    return Stream.concat(Stream.of(Values.empty()), ofCi)
        .filter(values -> objects(values).isPresent())
        .findFirst()
        .orElseGet(Values::empty);
  }

  private boolean takesManifests(String path, Values usual) {
    var text = JsonNodeFactory.instance.textNode(manifest().toString());
    var listed = JsonNodeFactory.instance.arrayNode();
    return Stream.of(
            text,
            listed.deepCopy().add(manifest()),
            listed.deepCopy().add(text),
            JsonNodeFactory.instance.objectNode().set(NAME, manifest()))
        .anyMatch(probe -> makesObject(usual.merge(at(path, probe))));
  }

  private static ObjectNode manifest() {
    var manifest = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1");
    manifest.put("kind", "ConfigMap").putObject("metadata").put("name", NAME);
    return manifest;
  }

  private static Values at(String path, JsonNode probe) {
    var steps = List.of(path.split("[.]", -1)).reversed();
    var value = probe;
    for (var step : steps) {
      value = JsonNodeFactory.instance.objectNode().set(step, value);
    }
    return Values.of(value);
  }

  private boolean makesObject(Values values) {
    return objects(values).stream()
        .flatMap(JsonNode::valueStream)
        .anyMatch(object -> object.at("/metadata/name").asText().equals(NAME));
  }

  /** Empty if the chart does not render with these values. */
  private Optional<JsonNode> objects(Values values) {
    try {
      return Optional.of(
          engine
              .render(chart, RELEASE, values, /* isUpgrade= */ false, World.EMPTY)
              .at("/revision/objects"));
    } catch (EngineFaultException e) {
      return Optional.empty();
    }
  }
}
