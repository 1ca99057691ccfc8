package dev.catamaran.project;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.ReleaseKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Finds the values by which a chart takes whole manifests, by trying: it is rendered with a
 * manifest in each value whose name suggests this.
 */
record ManifestValues(ChartEngine engine, Path chart) {
  private static final ReleaseKey RELEASE = new ReleaseKey("probe", "probe");
  private static final String NAME = "catamaran-probe";

  /** What values for this are called in published charts. */
  private static final Pattern USED =
      Pattern.compile(
          "\\.Values\\.([A-Za-z0-9_.]*(?:[mM]anifest|[oO]bject|[dD]eploy|[rR]aw|[rR]esource|[tT]emplate)[A-Za-z0-9_]*)");

  /** Returns their paths, sorted. */
  List<String> find() {
    return used().filter(this::takesManifests).toList();
  }

  private Stream<String> used() {
    var found = new TreeSet<String>();
    try (var files = Files.walk(chart.resolve("templates"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        USED.matcher(Files.readString(file)).results().forEach(use -> found.add(use.group(1)));
      }
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(chart, e.getMessage()));
    }
    return found.stream();
  }

  private boolean takesManifests(String path) {
    var text = JsonNodeFactory.instance.textNode(manifest().toString());
    var listed = JsonNodeFactory.instance.arrayNode();
    return Stream.of(
            text,
            listed.deepCopy().add(manifest()),
            listed.deepCopy().add(text),
            JsonNodeFactory.instance.objectNode().set(NAME, manifest()))
        .anyMatch(probe -> makesObject(path, probe));
  }

  private static ObjectNode manifest() {
    var manifest = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1");
    manifest.put("kind", "ConfigMap").putObject("metadata").put("name", NAME);
    return manifest;
  }

  private boolean makesObject(String path, JsonNode probe) {
    var values = JsonNodeFactory.instance.objectNode();
    var steps = path.split("[.]", -1);
    var place = values;
    for (int i = 0; i < steps.length - 1; i++) {
      place = place.putObject(steps[i]);
    }
    place.set(steps[steps.length - 1], probe);
    try {
      var objects =
          engine.render(chart, RELEASE, Values.of(values)).path("revision").path("objects");
      return StreamSupport.stream(objects.spliterator(), false)
          .anyMatch(object -> object.at("/metadata/name").asText().equals(NAME));
    } catch (EngineFaultException e) {
      // The chart takes something else there.
      return false;
    }
  }
}
