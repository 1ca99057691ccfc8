package dev.catamaran.project;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.ReleaseKey;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A chart that is rendered with other values, to see what becomes of them. */
record ProbedChart(ChartEngine engine, Chart chart) {
  private static final ReleaseKey RELEASE = new ReleaseKey("probe", "probe");
  private static final Pattern USED = Pattern.compile("\\.Values\\.([A-Za-z0-9_.]*[A-Za-z0-9_])");

  /**
   * Returns the paths of the values that the templates use, and of what they are in, if they match,
   * sorted.
   */
  Stream<String> used(Pattern wanted) {
    var found = new TreeSet<String>();
    var folder = chart.path().resolve("templates");
    if (!Files.isDirectory(folder)) {
      // Its subcharts make all objects.
      return Stream.of();
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        USED.matcher(Files.readString(file)).results().forEach(use -> add(use.group(1), found));
      }
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(chart.path(), e.getMessage()));
    }
    return found.stream().filter(path -> wanted.matcher(path).find());
  }

  private static void add(String path, Set<String> found) {
    for (int end = path.indexOf('.'); end > 0; end = path.indexOf('.', end + 1)) {
      found.add(path.substring(0, end));
    }
    found.add(path);
  }

  /** Returns the objects with one value; none if the chart takes something else there. */
  JsonNode with(String path, JsonNode value) {
    var values = JsonNodeFactory.instance.objectNode();
    var steps = path.split("[.]", -1);
    var place = values;
    for (int i = 0; i < steps.length - 1; i++) {
      place = place.putObject(steps[i]);
    }
    place.set(steps[steps.length - 1], value);
    return objects(Values.of(values));
  }

  /** Returns the objects with the chart's own values; none if it demands others. */
  JsonNode byItself() {
    return objects(Values.empty());
  }

  private JsonNode objects(Values values) {
    try {
      return engine.render(chart, RELEASE, values).path("revision").path("objects");
    } catch (EngineFaultException e) {
      return JsonNodeFactory.instance.arrayNode();
    }
  }
}
