package dev.catamaran.prediction;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.prediction.LiveObjects.Live;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a pass does, or would do.
 *
 * @param actions sign of each created (+), changed (~), deleted (-) or replaced (±) object by title
 * @param hooks titles of the hooks that run
 */
record Effects(Map<String, String> actions, List<String> hooks, String problem) {
  static final String FAILS = "fails";

  private static final Map<String, String> SIGNS =
      Map.of("created", "+", "changed", "~", "deleted", "-", "replaced", "±");

  /** The prediction in the JSON of {@code catamaran diff}. */
  static Effects predicted(JsonNode preview, String namespace) {
    var actions = new TreeMap<String, String>();
    for (var object : preview.path("objects")) {
      actions.put(title(object, namespace), SIGNS.get(object.path("action").asText()));
    }
    var hooks = new ArrayList<String>();
    preview.path("hooks").forEach(hook -> hooks.add(title(hook, namespace)));
    return new Effects(actions, hooks, preview.path("problem").asText());
  }

  private static String title(JsonNode object, String namespace) {
    return LiveObjects.title(
        object.path("kind").asText(),
        object.path("name").asText(),
        object.path("namespace").asText(),
        namespace);
  }

  /** The differences between two times. Hooks are not part of a release. */
  static Map<String, String> between(LiveObjects before, LiveObjects after) {
    var actions = new TreeMap<String, String>();
    before
        .found()
        .forEach(
            (title, live) -> {
              var sign = sign(live, after.found().get(title));
              if (!sign.isEmpty() && !live.isHook()) {
                actions.put(title, sign);
              }
            });
    after
        .found()
        .forEach(
            (title, live) -> {
              if (!before.found().containsKey(title) && !live.isHook()) {
                actions.put(title, "+");
              }
            });
    return actions;
  }

  private static String sign(Live before, @org.jspecify.annotations.Nullable Live after) {
    if (after == null) {
      return "-";
    }
    if (!before.uid().equals(after.uid())) {
      return "±";
    }
    return before.content().equals(after.content()) ? "" : "~";
  }

  /** The effects as the table has them. */
  List<String> lines(String release, String namespace) {
    var lines = new ArrayList<String>();
    actions.forEach((title, sign) -> lines.add(sign + " " + title));
    hooks.forEach(hook -> lines.add("hook " + hook));
    if (!problem.isEmpty()) {
      lines.add(FAILS);
    }
    return lines.stream()
        .map(line -> line.replace(namespace, "NS").replace(release, "R"))
        .sorted()
        .toList();
  }
}
