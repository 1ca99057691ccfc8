package dev.catamaran.project;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Finds the values by which a chart takes whole manifests, by trying: it is rendered with a
 * manifest in each value whose name suggests this.
 */
record ManifestValues(ProbedChart chart) {
  private static final String NAME = "catamaran-probe";

  /** What values for this are called in published charts. */
  private static final Pattern CALLED =
      Pattern.compile(
          "(?:[mM]anifest|[oO]bject|[dD]eploy|[rR]aw|[rR]esource|[tT]emplate)[A-Za-z0-9_]*$");

  /** Returns their paths, sorted. */
  List<String> find() {
    return chart.usedIf(CALLED, this::takesManifests);
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
    return StreamSupport.stream(chart.with(path, probe).spliterator(), false)
        .anyMatch(object -> object.at("/metadata/name").asText().equals(NAME));
  }
}
