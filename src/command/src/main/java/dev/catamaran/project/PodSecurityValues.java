package dev.catamaran.project;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the values that decide with which rights pods run. Renders the chart with a dangerous value
 * in place of each value with a name that suggests this, and looks at the pods.
 */
record PodSecurityValues(ProbedChart chart) {
  private static final String NAME = "catamaran-probe";

  /**
   * What such values are called in published charts, with a dangerous value for each part of a
   * name.
   */
  private static final List<Danger> DANGERS =
      List.of(
          danger("securitycontext", "{\"privileged\": true, \"runAsUser\": 0, \"enabled\": true}"),
          danger("securitycontext", "true"),
          danger("securitycontext|runas", "0"),
          danger("capabilities", "{\"add\": [\"SYS_ADMIN\"]}"),
          danger("podspec", "{\"hostNetwork\": true}"),
          danger("hostnetwork|hostpid|hostipc|hostport|privileged", "true"),
          danger("hostnetwork|hostpid|hostipc|hostport|privileged", "false"),
          danger("serviceaccount", "\"%s\"".formatted(NAME)),
          danger(
              "volumes", "[{\"name\": \"%s\", \"hostPath\": {\"path\": \"/\"}}]".formatted(NAME)),
          danger(
              "containers|sidecars",
              "[{\"name\": \"%s\", \"image\": \"%s\", \"securityContext\": {\"privileged\": true}}]"
                  .formatted(NAME, NAME)));

  private static final Pattern CALLED =
      Pattern.compile(
          DANGERS.stream()
              .map(danger -> danger.called().pattern())
              .collect(Collectors.joining("|")),
          Pattern.CASE_INSENSITIVE);

  /**
   * A dangerous value.
   *
   * @param called the parts of names
   * @param values the value; if it has structure also as a text, which some charts evaluate
   */
  private record Danger(Pattern called, List<JsonNode> values) {}

  private static Danger danger(String called, String json) {
    var value = json(json);
    return new Danger(
        Pattern.compile(called, Pattern.CASE_INSENSITIVE),
        value.isContainerNode()
            ? List.of(value, JsonNodeFactory.instance.textNode(json))
            : List.of(value));
  }

  private static JsonNode json(String text) {
    try {
      return new JsonMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns their paths, sorted, without what is in another one. */
  List<String> find() {
    var usual = dangers(chart.byItself());
    var found = chart.usedIf(CALLED, path -> passesThrough(path, usual));
    return found.stream()
        .filter(path -> found.stream().noneMatch(other -> path.startsWith(other + ".")))
        .toList();
  }

  private boolean passesThrough(String path, Set<String> usual) {
    return DANGERS.stream()
        .filter(danger -> danger.called().matcher(path).find())
        .flatMap(danger -> danger.values().stream())
        .map(value -> chart.with(path, value))
        .filter(objects -> !objects.isEmpty())
        .anyMatch(objects -> !usual.equals(dangers(objects)));
  }

  /** Returns what gives the pods of these objects more rights than they need. */
  private static Set<String> dangers(JsonNode objects) {
    var found = new TreeSet<String>();
    collect(objects, found);
    return found;
  }

  private static void collect(JsonNode node, Set<String> found) {
    if (node.path("containers").isArray()) {
      ofPod(node, found);
    } else {
      node.forEach(each -> collect(each, found));
    }
  }

  private static void ofPod(JsonNode pod, Set<String> found) {
    Stream.of("hostNetwork", "hostPID", "hostIPC")
        .filter(field -> pod.path(field).asBoolean())
        .forEach(found::add);
    if (pod.path("serviceAccountName").asText().equals(NAME)) {
      found.add(NAME);
    }
    ofContext(pod, found);
    pod.path("containers").forEach(container -> ofContext(container, found));
    pod.path("initContainers").forEach(container -> ofContext(container, found));
    for (var volume : pod.path("volumes")) {
      if (volume.at("/hostPath/path").asText().equals("/")) {
        found.add("hostPath");
      }
    }
  }

  private static void ofContext(JsonNode container, Set<String> found) {
    var context = container.path("securityContext");
    if (context.path("privileged").asBoolean()) {
      found.add("privileged");
    }
    if (context.path("runAsUser").isInt() && context.path("runAsUser").asInt() == 0) {
      found.add("runAsUser");
    }
    if (context.at("/capabilities/add").toString().contains("SYS_ADMIN")) {
      found.add("capabilities");
    }
  }
}
