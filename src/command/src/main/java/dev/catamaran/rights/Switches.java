package dev.catamaran.rights;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds values that render templates, by trying those that their conditions name: all together,
 * then for each template that is still missing all, each one with the texts that it requires, and
 * all but each one.
 */
final class Switches {
  private static final Pattern SUBCHART = Pattern.compile("/charts/([^/]+)(?=/)");
  private static final int MOST_ATTEMPTS = 40;

  private final TemplateFiles files;
  private final Conditions conditions;
  private final Function<Values, Set<String>> rendered;
  private final Set<Values> tried = new HashSet<>();

  /**
   * Makes one.
   *
   * @param rendered returns the templates that make objects with some values; none if the chart
   *     refuses them
   */
  Switches(TemplateFiles files, Function<Values, Set<String>> rendered) {
    this.files = files;
    this.conditions = Conditions.of(files.others().values());
    this.rendered = rendered;
  }

  /**
   * Returns values that render templates, with their paths for people.
   *
   * @param wanted paths of templates
   * @param known those of them that other values have rendered: they may make more with these
   */
  Map<String, Values> on(Set<String> wanted, Set<String> known) {
    var missing = new TreeSet<>(wanted);
    missing.removeAll(known);
    var found = new LinkedHashMap<String, Values>();
    var all = new LinkedHashMap<String, JsonNode>();
    wanted.forEach(template -> settings(template).forEach(all::putIfAbsent));
    boolean isWhole = attempt(all, wanted, missing, found);
    for (var template : wanted) {
      var settings = settings(template);
      if (missing.contains(template)) {
        for (var choice : choices(settings)) {
          if (attempt(choice, Set.of(template), missing, found)) {
            break;
          }
        }
      } else if (!isWhole) {
        attempt(settings, Set.of(template), missing, found);
      }
    }
    return found;
  }

  private boolean attempt(
      Map<String, JsonNode> settings,
      Set<String> wanted,
      Set<String> missing,
      Map<String, Values> found) {
    var values = values(settings);
    if (settings.isEmpty() || tried.size() >= MOST_ATTEMPTS || !tried.add(values)) {
      return false;
    }
    var templates = rendered.apply(values);
    if (wanted.stream().noneMatch(templates::contains)) {
      return false;
    }
    missing.removeAll(templates);
    found.put(String.join(", ", settings.keySet()), values);
    return true;
  }

  private static List<Map<String, JsonNode>> choices(Map<String, JsonNode> settings) {
    var required = new LinkedHashMap<>(settings);
    required.values().removeIf(value -> !value.equals(Conditions.REQUIRED));
    var found = new ArrayList<Map<String, JsonNode>>(List.of(settings));
    settings.forEach(
        (path, value) -> {
          var one = new LinkedHashMap<>(required);
          one.put(path, value);
          found.add(one);
        });
    for (var path : settings.keySet()) {
      var others = new LinkedHashMap<>(settings);
      others.remove(path);
      found.add(others);
    }
    return found;
  }

  private Map<String, JsonNode> settings(String template) {
    var place = SUBCHART.matcher(template).results().map(it -> it.group(1)).toList();
    var defaults = (JsonNode) files.values().toTree();
    for (var name : place) {
      defaults = defaults.path(name);
    }
    var prefix = place.stream().map(name -> name + ".").collect(Collectors.joining());
    var found = new LinkedHashMap<String, JsonNode>();
    for (int i = 1; i <= place.size(); i++) {
      var enabled = String.join(".", place.subList(0, i)) + ".enabled";
      if (files.values().toTree().at("/" + enabled.replace('.', '/')).isBoolean()) {
        found.put(enabled, BooleanNode.TRUE);
      }
    }
    conditions
        .values(files.objects().getOrDefault(template, ""), defaults)
        .forEach((path, value) -> found.putIfAbsent(prefix + path, value));
    return found;
  }

  private static Values values(Map<String, JsonNode> settings) {
    var tree = JsonNodeFactory.instance.objectNode();
    settings.forEach(
        (path, value) -> {
          var steps = path.split("[.]", -1);
          var place = tree;
          for (int i = 0; i < steps.length - 1; i++) {
            place =
                place.get(steps[i]) instanceof ObjectNode below ? below : place.putObject(steps[i]);
          }
          place.set(steps[steps.length - 1], value);
        });
    return Values.of(tree);
  }
}
