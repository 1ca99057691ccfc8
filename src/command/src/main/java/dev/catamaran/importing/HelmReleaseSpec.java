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
import org.apache.commons.codec.digest.DigestUtils;

/** A HelmRelease of Flux (helm.toolkit.fluxcd.io/v2). Pure. */
record HelmReleaseSpec(JsonNode object) {
  private static final FieldTable FIELDS = new FieldTable("flux.yaml");
  private static final String KUSTOMIZE = "kustomize.toolkit.fluxcd.io/";

  /** Helm's limit for names of releases. */
  private static final int LONGEST = 53;

  private static final int KEPT = 40;
  private static final int OF_DIGEST = 12;

  String name() {
    return object.path("metadata").path("name").asText();
  }

  String namespace() {
    return object.path("metadata").path("namespace").asText();
  }

  JsonNode spec() {
    return object.path("spec");
  }

  String title() {
    return ToolObjects.title(object);
  }

  /** Returns namespace and name of the Kustomization that applies it; empty if none does. */
  Optional<String> kustomization() {
    var labels = object.path("metadata").path("labels");
    return Optional.of(labels.path(KUSTOMIZE + "name").asText(""))
        .filter(found -> !found.isEmpty())
        .map(found -> labels.path(KUSTOMIZE + "namespace").asText(namespace()) + "/" + found);
  }

  boolean isSuspended() {
    return spec().path("suspend").asBoolean();
  }

  /** Returns the namespace of the release's objects. */
  String targetNamespace() {
    return spec().path("targetNamespace").asText(namespace());
  }

  /** Returns the namespace of the stored revisions. */
  String storageNamespace() {
    return object
        .at("/status/storageNamespace")
        .asText(spec().path("storageNamespace").asText(namespace()));
  }

  /** Returns the name of the release, by the rules of Flux (its internal/release, ShortenName). */
  String releaseName() {
    var usual = spec().has("targetNamespace") ? targetNamespace() + "-" + name() : name();
    var name = spec().path("releaseName").asText(usual);
    return name.length() <= LONGEST
        ? name
        : name.substring(0, KEPT) + "-" + DigestUtils.sha256Hex(name).substring(0, OF_DIGEST);
  }

  /** Returns a sentence for each field that the operator will not follow. */
  List<String> notes() {
    return FIELDS.notes("", spec(), new Settings(spec()).followed());
  }

  /** What a HelmRelease says about its release, and an entry of watches.yaml can say too. Pure. */
  static final class Settings {
    /** A name as such is a regular expression for itself. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9-]*");

    private static final Pattern LABELS =
        Pattern.compile("[A-Za-z0-9_./-]+=[A-Za-z0-9_.-]*(,[A-Za-z0-9_./-]+=[A-Za-z0-9_.-]*)*");

    private static final Map<String, String> MODES =
        Map.of("enabled", "correct", "warn", "warn", "disabled", "ignore");

    private final JsonNode spec;
    private final TreeMap<String, JsonNode> fields = new TreeMap<>();
    private final List<ObjectNode> ignored = new ArrayList<>();
    private final Set<String> followed = new TreeSet<>();

    Settings(JsonNode spec) {
      this.spec = spec;
      var timeout = spec.path("timeout");
      if (isDuration(timeout.asText(""))) {
        take("timeout", "timeout", timeout);
      }
      // Flux keeps all revisions with 0.
      if (spec.path("maxHistory").asInt() > 0) {
        take("maxHistory", "maxHistory", spec.path("maxHistory"));
      }
      if (spec.path("test").path("enable").asBoolean()) {
        take("test.enable", "test", BooleanNode.TRUE);
      }
      drift(spec.path("driftDetection"));
      definitions();
      remediation(
          spec.path("install").path("remediation"), spec.path("upgrade").path("remediation"));
    }

    KindSettings settings() {
      return new KindSettings(fields, ignored);
    }

    /** Returns paths of the fields that became settings, such as {@code install.remediation}. */
    Set<String> followed() {
      return followed;
    }

    private void take(String path, String field, JsonNode value) {
      fields.put(field, value);
      followed.add(path);
    }

    private static boolean isDuration(String text) {
      try {
        return !text.isEmpty() && GoDuration.parse(text).isPositive();
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    private void drift(JsonNode detection) {
      var mode = MODES.get(detection.path("mode").asText(""));
      if (mode != null) {
        take("driftDetection.mode", "drift", TextNode.valueOf(mode));
      }
      var rules = detection.path("ignore").valueStream().map(Settings::rule).toList();
      if (!rules.isEmpty() && rules.stream().allMatch(Optional::isPresent)) {
        rules.forEach(rule -> rule.ifPresent(ignored::add));
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
      var paths = rule.path("paths").valueStream().map(JsonNode::asText).toList();
      var mapped = KindSettings.rule(kind, name, paths.contains("") ? List.of() : paths);
      if (!labels.isEmpty()) {
        var wanted = mapped.withObject("/labelSelector/matchLabels");
        for (var label : labels.split(",", -1)) {
          var parts = label.split("=", 2);
          wanted.put(parts[0], parts[1]);
        }
      }
      return Optional.of(mapped).filter(found -> !found.isEmpty());
    }

    /** Flux has one policy for the first revision and one for others, watches.yaml one for both. */
    private void definitions() {
      var first = spec.path("install").path("crds").asText("");
      var further = spec.path("upgrade").path("crds").asText("");
      var both = further.isEmpty() ? first : further;
      if (!both.isEmpty() && (first.isEmpty() || both.equals(first))) {
        take("install.crds", "crds", TextNode.valueOf(both));
        followed.add("upgrade.crds");
      }
    }

    private void remediation(JsonNode first, JsonNode further) {
      var retries = first.has("retries") ? first.path("retries") : further.path("retries");
      boolean isOne = !further.has("retries") || further.path("retries").equals(retries);
      if (!retries.isInt() || !isOne || isOther(first) || isOther(further)) {
        return;
      }
      var remediation = JsonNodeFactory.instance.objectNode();
      fields.put("remediation", remediation);
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
    }

    /** Whether it says what watches.yaml cannot say. */
    private static boolean isOther(JsonNode remediation) {
      return remediation.has("ignoreTestFailures") || remediation.has("remediateLastFailure");
    }
  }
}
