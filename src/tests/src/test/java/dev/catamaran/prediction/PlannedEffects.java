package dev.catamaran.prediction;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The prediction in the JSON of {@code catamaran plan}. */
public final class PlannedEffects {
  private static final Pattern PRIMARY =
      Pattern.compile("[^/]+/(?<name>\\S+) in namespace (?<namespace>\\S+)");
  private static final Pattern OBJECT =
      Pattern.compile("(?<sign>[+~±-]) (?<object>\\S+)( in namespace (?<place>\\S+))?.*");
  private static final String MARKS = "marks of ownership on ";
  private static final Pattern HOOK = Pattern.compile("hook \\S+ (?<kind>\\S+) (?<name>\\S+)");

  private PlannedEffects() {}

  /** Returns the lines of the table by primary; of a failing one, the failure only. */
  public static Map<String, List<String>> of(JsonNode plan) {
    var found = new TreeMap<String, List<String>>();
    for (var group : plan.path("groups")) {
      var lines = new TreeSet<String>();
      group
          .path("changes")
          .valueStream()
          .map(JsonNode::asText)
          .filter(change -> !change.startsWith(MARKS))
          .forEach(change -> lines.add(line(change)));
      for (var primary : group.path("primaries")) {
        var own = primary(primary);
        found.put(
            own.group("name"),
            lines.stream()
                .map(line -> line.replace(own.group("namespace"), "NS"))
                .map(line -> line.replace(own.group("name"), "R"))
                .sorted()
                .toList());
      }
    }
    for (var failure : plan.path("failures")) {
      found.put(primary(failure.path("primary")).group("name"), List.of(Effects.FAILS));
    }
    return found;
  }

  private static Matcher primary(JsonNode title) {
    var primary = PRIMARY.matcher(title.asText());
    if (!primary.matches()) {
      throw new AssertionError("not a primary: " + title);
    }
    return primary;
  }

  private static String line(String change) {
    var hook = HOOK.matcher(change);
    var object = OBJECT.matcher(change);
    if (!hook.matches() && !object.matches()) {
      throw new AssertionError("not a line of a plan: " + change);
    }
    var line =
        hook.matches()
            ? "hook " + hook.group("kind") + "/" + hook.group("name")
            : object.group("sign")
                + " "
                + object.group("object")
                + (object.group("place") == null ? "" : " in " + object.group("place"));
    return line.replace("<release>", "R").replace("<namespace>", "NS");
  }
}
