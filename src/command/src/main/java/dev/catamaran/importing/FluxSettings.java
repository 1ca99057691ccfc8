package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.watch.GoDuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a HelmRelease says about its release, and an entry of watches.yaml can say too. Pure.
 *
 * @param settings the fields of the entry
 * @param followed paths of the fields that became these, such as {@code install.remediation}
 */
record FluxSettings(KindSettings settings, Set<String> followed) {
  /** A name as such is a regular expression for itself. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9-]*");

  private static final Pattern LABELS =
      Pattern.compile("[A-Za-z0-9_./-]+=[A-Za-z0-9_.-]*(,[A-Za-z0-9_./-]+=[A-Za-z0-9_.-]*)*");

  private static final Map<String, String> MODES =
      Map.of("enabled", "correct", "warn", "warn", "disabled", "ignore");

  static FluxSettings of(JsonNode spec) {
    return new Reading(spec).settings();
  }

  private static final class Reading {
    private final JsonNode spec;
    private final TreeMap<String, JsonNode> fields = new TreeMap<>();
    private final List<ObjectNode> ignored = new ArrayList<>();
    private final Set<String> followed = new TreeSet<>();

    Reading(JsonNode spec) {
      this.spec = spec;
    }

    FluxSettings settings() {
      timeout();
      history();
      tests();
      drift();
      definitions();
      remediation();
      return new FluxSettings(new KindSettings(fields, ignored), followed);
    }

    private void take(String path, String field, JsonNode value) {
      fields.put(field, value);
      followed.add(path);
    }

    private void timeout() {
      var timeout = spec.path("timeout").asText("");
      if (!timeout.isEmpty() && isDuration(timeout)) {
        take("timeout", "timeout", TextNode.valueOf(timeout));
      }
    }

    private static boolean isDuration(String text) {
      try {
        return GoDuration.parse(text).isPositive();
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    /** Flux keeps all revisions with 0. */
    private void history() {
      if (spec.path("maxHistory").asInt() > 0) {
        take("maxHistory", "maxHistory", spec.path("maxHistory"));
      }
    }

    private void tests() {
      if (spec.path("test").path("enable").asBoolean()) {
        take("test.enable", "test", BooleanNode.TRUE);
      }
    }

    private void drift() {
      var detection = spec.path("driftDetection");
      var mode = MODES.get(detection.path("mode").asText(""));
      if (mode != null) {
        take("driftDetection.mode", "drift", TextNode.valueOf(mode));
      }
      var rules = new ArrayList<ObjectNode>();
      detection.path("ignore").forEach(rule -> rule(rule).ifPresent(rules::add));
      if (!rules.isEmpty() && rules.size() == detection.path("ignore").size()) {
        ignored.addAll(rules);
        followed.add("driftDetection.ignore");
      }
    }

    /** Returns a rule; empty if watches.yaml cannot say the same. */
    private static Optional<ObjectNode> rule(JsonNode rule) {
      var target = rule.path("target");
      var kind = target.path("kind").asText("");
      var name = target.path("name").asText("");
      var labels = target.path("labelSelector").asText("");
      if (!PLAIN.matcher(kind + name).matches()
          || !(labels.isEmpty() || LABELS.matcher(labels).matches())
          || target.has("namespace")
          || target.has("annotationSelector")) {
        return Optional.empty();
      }
      var paths = new ArrayList<String>();
      rule.path("paths").forEach(path -> paths.add(path.asText()));
      var mapped = KindSettings.rule(kind, name, paths.contains("") ? List.of() : paths);
      if (!labels.isEmpty()) {
        var wanted = mapped.withObject("/labelSelector/matchLabels");
        for (var label : labels.split(",", -1)) {
          wanted.put(
              label.substring(0, label.indexOf('=')), label.substring(label.indexOf('=') + 1));
        }
      }
      return Optional.of(mapped).filter(found -> !found.isEmpty());
    }

    /** Flux has one policy for the first revision and one for others, watches.yaml one for both. */
    private void definitions() {
      var first = spec.path("install").path("crds").asText("");
      var further = spec.path("upgrade").path("crds").asText("");
      var both = further.isEmpty() ? first : further;
      if (!both.isEmpty() && (first.isEmpty() || further.isEmpty() || first.equals(further))) {
        fields.put("crds", TextNode.valueOf(both));
        followed.add("install.crds");
        followed.add("upgrade.crds");
      }
    }

    private void remediation() {
      var first = spec.path("install").path("remediation");
      var further = spec.path("upgrade").path("remediation");
      var retries = first.has("retries") ? first.path("retries") : further.path("retries");
      boolean isOne =
          !first.has("retries")
              || !further.has("retries")
              || first.path("retries").equals(further.path("retries"));
      if (!retries.isInt() || !isOne || isOther(first) || isOther(further)) {
        return;
      }
      var remediation = JsonNodeFactory.instance.objectNode();
      if (first.has("retries")) {
        remediation.put("install", retries.asInt() == 0 ? "keep" : "uninstall");
        followed.add("install.remediation");
      }
      if (further.has("retries")) {
        remediation.put(
            "upgrade", retries.asInt() == 0 ? "keep" : further.path("strategy").asText("rollback"));
        followed.add("upgrade.remediation");
      }
      if (retries.asInt() != 0) {
        remediation.set("retries", retries);
      }
      fields.put("remediation", remediation);
    }

    /** Whether it says what watches.yaml cannot say. */
    private static boolean isOther(JsonNode remediation) {
      return remediation.has("ignoreTestFailures") || remediation.has("remediateLastFailure");
    }
  }
}
