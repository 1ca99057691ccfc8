package dev.catamaran.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Inspects a chart and its subcharts once, and collects all problems. */
final class ChartInspection {

  /** Deeper than any real chart; ends the recursion for an archive that contains itself. */
  private static final int NESTING_LIMIT = 16;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final List<ChartProblem> problems = new ArrayList<>();

  /** Inspects the whole chart. Empty if its Chart.yaml cannot be read. */
  Optional<ChartMetadata> inspect(ChartFiles chart) {
    var subcharts = new HashSet<String>();
    var metadata = inspect("", chart, 0, subcharts);
    metadata.ifPresent(found -> found.checkInstallable(problems));
    metadata.ifPresent(found -> checkDependencies(found.yaml(), subcharts));
    chart
        .text("requirements.yaml")
        .flatMap(text -> ChartYaml.read("requirements.yaml", text, problems))
        .ifPresent(yaml -> checkDependencies(yaml, subcharts));
    return metadata;
  }

  /** Returns the problems in the order of their discovery. */
  List<ChartProblem> problems() {
    return List.copyOf(problems);
  }

  private Optional<ChartMetadata> inspect(
      String folder, ChartFiles chart, int depth, Set<String> subcharts) {
    if (depth > NESTING_LIMIT) {
      problems.add(ChartProblem.ofFile(folder, "subcharts nested too deep", "flatten them"));
      return Optional.empty();
    }
    var metadata = ChartMetadata.read(folder, chart, problems);
    metadata.ifPresent(found -> found.check(problems));
    chart
        .text("values.yaml")
        .ifPresent(text -> ChartYaml.read(folder + "values.yaml", text, problems));
    chart
        .text("values.schema.json")
        .ifPresent(text -> checkSchema(folder + "values.schema.json", text));
    inspectSubcharts(folder, chart.within("charts"), depth, subcharts);
    return metadata;
  }

  private void inspectSubcharts(String folder, ChartFiles charts, int depth, Set<String> names) {
    for (var name : charts.names()) {
      if (!isLookedAt(name)) {
        continue;
      }
      var inside = folder + "charts/" + name + "/";
      subchart(folder, charts, name)
          .flatMap(files -> inspect(inside, files, depth + 1, new HashSet<>()))
          .ifPresent(metadata -> names.add(metadata.name()));
    }
  }

  /**
   * Returns whether Helm reads an entry. Helm skips names that start with _ or a dot, and
   * signatures.
   */
  private static boolean isLookedAt(String name) {
    return !name.startsWith("_") && !name.startsWith(".");
  }

  private Optional<ChartFiles> subchart(String folder, ChartFiles charts, String name) {
    var file = charts.bytes(name);
    if (file.isEmpty()) {
      return Optional.of(charts.within(name));
    }
    if (!name.endsWith(".tgz")) {
      return Optional.empty();
    }
    try {
      return Optional.of(ChartArchive.unpack(file.get()));
    } catch (ChartArchive.RefusedException e) {
      var place = folder + "charts/" + name;
      problems.add(ChartProblem.ofFile(place, e.problem().problem(), e.problem().hint()));
      return Optional.empty();
    }
  }

  /**
   * Checks that all dependencies are present. Helm also requires dependencies that a condition
   * disables.
   */
  private void checkDependencies(ChartYaml yaml, Set<String> present) {
    for (var dependency : yaml.list("dependencies")) {
      var name = dependency.text("name").orElse("");
      if (!present.contains(name)) {
        var missing = "dependency " + name + " missing from charts/";
        problems.add(dependency.problem("name", missing, "run helm dependency build"));
      }
    }
  }

  private void checkSchema(String file, String text) {
    try {
      var schema = JSON.readTree(text);
      if (!schema.isObject() && !schema.isBoolean()) {
        problems.add(new ChartProblem(file, 1, "invalid: / must be an object", ""));
      }
    } catch (JsonProcessingException e) {
      var location = e.getLocation();
      int line = location == null ? 1 : location.getLineNr();
      var column = location == null ? "" : "column " + location.getColumnNr() + ": ";
      var cause = e.getOriginalMessage().lines().findFirst().orElse("");
      problems.add(new ChartProblem(file, line, "invalid: " + column + cause, ""));
    }
  }
}
