package dev.catamaran.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The part of a status that is the operator's own. All else belongs to other clients. Pure. */
final class OwnFields {
  private static final String CONDITIONS = "conditions";

  private static final List<String> FIELDS =
      List.of(
          "observedGeneration",
          "state",
          "deployedRelease",
          "failures",
          "history",
          "attempting",
          "lastHandledReconcileAt",
          "lastHandledResetAt");

  /** In the order of a status. */
  private static final List<String> TYPES =
      List.of(
          Reasons.INITIALIZED,
          Reasons.DEPLOYED,
          Reasons.RELEASE_FAILED,
          Reasons.IRRECONCILABLE,
          Reasons.READY,
          Reasons.DRIFTED,
          Reasons.STALLED,
          Reasons.PAUSED,
          Reasons.SPEC_NOT_FOLLOWED,
          Reasons.POST_HOOK_FAILED,
          Reasons.ANNOTATIONS_IGNORED,
          Reasons.ROLLOUT_PENDING);

  private OwnFields() {}

  /** Returns the operator's own part of {@code status}, with its conditions by type. */
  static ObjectNode of(JsonNode status) {
    var own = JsonNodeFactory.instance.objectNode();
    if (status.has(CONDITIONS)) {
      own.putArray(CONDITIONS).addAll(ownConditions(status).values());
    }
    for (var field : FIELDS) {
      if (status.hasNonNull(field)) {
        own.set(field, status.get(field));
      }
    }
    return own;
  }

  private static Map<String, JsonNode> ownConditions(JsonNode status) {
    var byType = new TreeMap<String, JsonNode>(Comparator.comparingInt(TYPES::indexOf));
    for (var condition : status.path(CONDITIONS)) {
      if (isOwn(condition)) {
        byType.put(type(condition), condition);
      }
    }
    return byType;
  }

  /** Compares numbers by their text: Jackson's node of a long never equals that of an int. */
  static boolean areEqual(JsonNode one, JsonNode other) {
    return one.equals(OwnFields::compareLeaves, other);
  }

  private static int compareLeaves(JsonNode one, JsonNode other) {
    boolean areNumbers = one.isNumber() && other.isNumber();
    return (areNumbers ? one.asText().equals(other.asText()) : one.equals(other)) ? 0 : 1;
  }

  /**
   * Returns the JSON merge patch from {@code shown} to {@code wanted}. Keeps other clients' fields
   * and conditions. Also removes what a Go operator wrote below the operator's own fields: the
   * manifest, which has Secrets.
   */
  static ObjectNode patch(JsonNode shown, ObjectNode wanted) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.set(CONDITIONS, conditions(shown, wanted));
    for (var field : FIELDS) {
      if (wanted.has(field)) {
        patch.set(field, exactly(shown.path(field), wanted.get(field)));
      } else if (shown.has(field)) {
        patch.putNull(field);
      }
    }
    return patch;
  }

  /** A merge patch replaces lists as a whole. */
  private static ArrayNode conditions(JsonNode shown, ObjectNode wanted) {
    var ours = ownConditions(wanted);
    var merged = new LinkedHashMap<String, JsonNode>();
    for (var condition : shown.path(CONDITIONS)) {
      var kept = isOwn(condition) ? ours.get(type(condition)) : condition;
      if (kept != null) {
        merged.put(type(condition), kept);
      }
    }
    for (var condition : wanted.path(CONDITIONS)) {
      if (isOwn(condition)) {
        merged.put(type(condition), condition);
      }
    }
    return JsonNodeFactory.instance.arrayNode().addAll(merged.values());
  }

  private static JsonNode exactly(JsonNode shown, JsonNode wanted) {
    if (!wanted.isObject() || !shown.isObject()) {
      return wanted;
    }
    var patch = (ObjectNode) wanted.deepCopy();
    shown
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!wanted.has(name)) {
                patch.putNull(name);
              }
            });
    return patch;
  }

  private static boolean isOwn(JsonNode condition) {
    return TYPES.contains(type(condition));
  }

  private static String type(JsonNode condition) {
    return condition.path("type").asText();
  }

  /** Returns the schema paths of what is in {@code sent} and not, or otherwise, in {@code kept}. */
  static Set<String> lost(ObjectNode sent, ObjectNode kept) {
    var paths = new TreeSet<String>();
    addLost("status", sent, kept, paths);
    return paths;
  }

  private static void addLost(String path, JsonNode sent, JsonNode kept, Set<String> paths) {
    if (sent.isObject() && kept.isObject()) {
      sent.properties()
          .forEach(
              field ->
                  addLost(
                      path + "." + field.getKey(),
                      field.getValue(),
                      kept.path(field.getKey()),
                      paths));
    } else if (sent.isArray() && kept.isArray() && sent.size() == kept.size()) {
      for (int i = 0; i < sent.size(); i++) {
        addLost(path + "[]", sent.get(i), kept.get(i), paths);
      }
    } else if (!areEqual(sent, kept)) {
      paths.add(path);
    }
  }
}
