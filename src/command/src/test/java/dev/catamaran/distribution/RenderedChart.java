package dev.catamaran.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.Values.InvalidValuesFileException;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.EngineRequest.World;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.ReleaseKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What Helm renders from a chart.
 *
 * @param objects in the order of Helm
 */
record RenderedChart(List<JsonNode> objects) {

  /** Renders a chart as the release {@code memcached-operator} in the namespace {@code ops}. */
  static RenderedChart of(Path chart, String values) {
    try (var engine = ChartEngine.start()) {
      var release = new ReleaseKey("ops", "memcached-operator");
      var unknown = new Chart(chart, "", "", Optional.empty(), "");
      var rendered = engine.render(unknown, release, Values.ofYaml(values), false, World.EMPTY);
      return new RenderedChart(rendered.path("revision").path("objects").valueStream().toList());
    } catch (EngineFaultException | InvalidValuesFileException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Returns what Helm's own check says about a chart, except for mere information. */
  static List<JsonNode> problems(Path chart) {
    try (var engine = ChartEngine.start()) {
      return engine
          .orRejected(new EngineRequest.Lint(chart.toString()))
          .path("findings")
          .valueStream()
          .filter(remark -> !remark.path("severity").asText().equals("info"))
          .toList();
    }
  }

  /** Returns kind and name of each object. */
  Set<String> names() {
    var names = new TreeSet<String>();
    objects.forEach(object -> names.add(name(object)));
    return names;
  }

  private static String name(JsonNode object) {
    return object.path("kind").asText() + " " + object.path("metadata").path("name").asText();
  }

  /** Returns the object with this kind and name. */
  JsonNode get(String name) {
    return objects.stream().filter(object -> name(object).equals(name)).findFirst().orElseThrow();
  }

  /** Returns each single right of a role: group, resource, name and verb. */
  static Set<String> rights(JsonNode role) {
    var rights = new TreeSet<String>();
    for (var rule : role.path("rules")) {
      for (var group : rule.path("apiGroups")) {
        for (var resource : rule.path("resources")) {
          var names = rule.has("resourceNames") ? rule.path("resourceNames") : List.of("*");
          for (var name : names) {
            for (var verb : rule.path("verbs")) {
              rights.add(
                  Stream.of(group, resource, name, verb).map(Object::toString).toList() + "");
            }
          }
        }
      }
    }
    return rights;
  }
}
