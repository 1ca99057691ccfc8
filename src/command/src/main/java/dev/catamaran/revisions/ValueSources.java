package dev.catamaran.revisions;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.StoredValues;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.ReferencedSources.Referenced;
import dev.catamaran.project.OfflineEnvironment;
import dev.catamaran.revisions.ReleaseValuesReport.Value;
import dev.catamaran.watch.Watch.Source;
import dev.catamaran.watch.Watch.ValueOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds where the values of a revision come from. Pure.
 *
 * @param stored the values of the revision
 * @param overrides the paths of overrideValues, as {@link OfflineEnvironment} has variables
 * @param spec the spec of the primary
 * @param referenced the values of Secrets and ConfigMaps, in ascending precedence
 */
record ValueSources(
    StoredValues stored, ObjectNode overrides, ObjectNode spec, List<Referenced> referenced) {
  static final String CHART = "chart";
  static final String SPEC = "spec";
  static final String OVERRIDE = "override (watches.yaml)";

  /** Of a value that no present source has: an extension made it, or its source has changed. */
  static final String RELEASE = "release";

  private static final String SECRET = "values-from Secret";
  static final TextNode MASK = new TextNode("******");

  /** Reads the values of a revision, and where they come from. */
  static ValueSources of(PrimaryRelease release, int revision) {
    var stored = release.stored().values(revision).orElseThrow(release::missing);
    var primary = release.primary();
    return new ValueSources(stored, overrides(primary), spec(primary), release.referenced());
  }

  private static ObjectNode spec(PrimaryObject primary) {
    JsonNode spec = primary.content().path("spec");
    return spec instanceof ObjectNode map ? map : JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode overrides(PrimaryObject primary) {
    var overrides = new ArrayList<ValueOverride>();
    try {
      var options = primary.kind().chart().map(Source.HelmChart::values);
      for (var each : options.map(ValueOptions::overrides).stream().toList()) {
        for (var entry : each.entrySet()) {
          overrides.add(
              ValueOverride.parse(entry.getKey(), entry.getValue(), OverrideTyping.STRING));
        }
      }
      return Values.empty().with(overrides).toTree();
    } catch (InvalidOverrideException e) {
      throw new ManagerException("watches.yaml: overrideValues: " + e.getMessage());
    }
  }

  List<Value> leaves() {
    var merged = merged();
    return pointers(merged).entrySet().stream()
        .map(leaf -> leaf(leaf.getKey(), leaf.getValue(), merged))
        .toList();
  }

  /**
   * Returns the values as Helm merges them: a null deletes a default (Helm,
   * pkg/chartutil/coalesce.go). They contain the secrets.
   */
  ObjectNode merged() {
    var merged = stored.defaults().deepCopy();
    merge(stored.config(), merged);
    return merged;
  }

  private static void merge(ObjectNode over, ObjectNode into) {
    for (var field : over.properties()) {
      var name = field.getKey();
      var below = into.path(name);
      if (field.getValue().isNull() && !below.isMissingNode() && !below.isNull()) {
        into.remove(name);
      } else if (field.getValue() instanceof ObjectNode map && below instanceof ObjectNode under) {
        merge(map, under);
      } else {
        JsonNode value = field.getValue().deepCopy();
        into.set(name, value);
      }
    }
  }

  private Value leaf(JsonPointer at, JsonNode value, ObjectNode merged) {
    var source = source(at, value);
    return new Value(path(at, merged), isSecret(at, source) ? MASK : value, source);
  }

  private String source(JsonPointer at, JsonNode value) {
    if (!isSet(at, stored.config()) && !stored.config().at(at).isNull()) {
      return CHART;
    }
    if (isSet(at, overrides)) {
      return OVERRIDE;
    }
    if (isSame(spec.at(at), value)) {
      return SPEC;
    }
    return referenced.reversed().stream()
        .filter(each -> isSame(each.values().at(at), value))
        .findFirst()
        .map(each -> "values-from " + each.object())
        .orElse(isInSecretPlace(at) ? SECRET : RELEASE);
  }

  private boolean isSecret(JsonPointer at, String source) {
    return !source.equals(CHART)
        && (source.startsWith(SECRET)
            || isInSecretPlace(at)
            || (source.equals(OVERRIDE) && isOfVariable(at)));
  }

  private boolean isOfVariable(JsonPointer at) {
    return OfflineEnvironment.isUnknown(reached(at, overrides).asText(""));
  }

  private boolean isInSecretPlace(JsonPointer at) {
    return stored.secretPlaces().stream()
        .anyMatch(place -> place.isEmpty() || (at + "/").startsWith(place + "/"));
  }

  /** A number may have another type in the stored revision. */
  private static boolean isSame(JsonNode one, JsonNode other) {
    return (one.isNumber() && other.isNumber())
        ? one.decimalValue().compareTo(other.decimalValue()) == 0
        : one.equals(other);
  }

  /**
   * Returns all leaves of a tree in order; an empty map or list is a leaf too, except the whole
   * tree.
   */
  private static Map<JsonPointer, JsonNode> pointers(ObjectNode tree) {
    var leaves = new LinkedHashMap<JsonPointer, JsonNode>();
    tree.properties().forEach(field -> collect(pointer(field.getKey()), field.getValue(), leaves));
    return leaves;
  }

  private static void collect(JsonPointer at, JsonNode node, Map<JsonPointer, JsonNode> leaves) {
    switch (node) {
      case ObjectNode map when !map.isEmpty() ->
          map.properties()
              .forEach(
                  field -> collect(at.append(pointer(field.getKey())), field.getValue(), leaves));
      case ArrayNode list when !list.isEmpty() -> {
        for (int i = 0; i < list.size(); i++) {
          collect(at.appendIndex(i), list.get(i), leaves);
        }
      }
      case JsonNode leaf -> leaves.put(at, leaf);
    }
  }

  private static JsonPointer pointer(String name) {
    return JsonPointer.empty().appendProperty(name);
  }

  /**
   * Whether a tree sets the value at a pointer: it has a value there, or a leaf on the way. A null
   * sets nothing: it fills a list up to the index of another value.
   */
  private static boolean isSet(JsonPointer at, JsonNode tree) {
    var node = reached(at, tree);
    return !node.isMissingNode() && !node.isNull();
  }

  private static JsonNode reached(JsonPointer at, JsonNode tree) {
    var node = tree;
    for (var rest = at; !rest.matches() && node.isContainerNode(); rest = rest.tail()) {
      node = child(node, rest);
    }
    return node;
  }

  private static JsonNode child(JsonNode node, JsonPointer pointer) {
    return node.isArray()
        ? node.path(pointer.getMatchingIndex())
        : node.path(pointer.getMatchingProperty());
  }

  /** Returns a pointer in the syntax of {@code helm --set}. */
  private static String path(JsonPointer pointer, JsonNode tree) {
    var path = new StringBuilder();
    var node = tree;
    for (var rest = pointer; !rest.matches(); rest = rest.tail()) {
      var name = rest.getMatchingProperty();
      if (node.isArray()) {
        path.append('[').append(rest.getMatchingIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(name.replaceAll("[\\\\.,=\\[]", "\\\\$0"));
      }
      node = child(node, rest);
    }
    return path.toString();
  }

  /** Omits the values, which may be secret. */
  @Override
  public String toString() {
    return "ValueSources";
  }
}
