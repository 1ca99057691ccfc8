package dev.catamaran.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.fields.FieldPath.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The fields in which two forms of an object differ, without those of the API server. Pure. */
public final class FieldChanges {
  private static final Set<String> OF_SERVER =
      Set.of(
          "managedFields", "resourceVersion", "generation", "uid", "creationTimestamp", "selfLink");

  private static final List<String> KEYS =
      List.of(
          "name",
          "mountPath",
          "devicePath",
          "containerPort",
          "port",
          "topologyKey",
          "ip",
          "uid",
          "key");

  private final JsonNode before;
  private final JsonNode after;
  private final JsonNode deployed;
  private final Mask mask;
  private final List<FieldChange> changes = new ArrayList<>();

  private FieldChanges(JsonNode before, JsonNode after, JsonNode deployed, Mask mask) {
    this.before = before;
    this.after = after;
    this.deployed = deployed;
    this.mask = mask;
  }

  /**
   * Returns the changes, in the order of the fields.
   *
   * @param deployed the object in the deployed manifest; a missing node if it is not there
   */
  public static List<FieldChange> of(
      JsonNode before, JsonNode after, JsonNode deployed, Mask mask) {
    var found = new FieldChanges(before, after, deployed, mask);
    found.compare(before, after, FieldPath.ROOT);
    return List.copyOf(found.changes);
  }

  private void compare(JsonNode before, JsonNode after, FieldPath at) {
    if (isIgnored(at) || before.equals(after)) {
      return;
    }
    if (isOfTexts(at) && isNothing(before) != isNothing(after)) {
      compare(orEmpty(before), orEmpty(after), at);
    } else if (before instanceof ObjectNode one && after instanceof ObjectNode other) {
      names(one, other).forEach(name -> compare(one.path(name), other.path(name), at.field(name)));
    } else if (before instanceof ArrayNode one && after instanceof ArrayNode other) {
      lists(one, other, at);
    } else if (!(isNothing(before) && isNothing(after))) {
      boolean isDrift = !isNothing(after) && at.in(deployed).equals(after);
      changes.add(
          new FieldChange(
              at.toString(),
              shown(before, at, this.before),
              shown(after, at, this.after),
              isDrift));
    }
  }

  /** Each label and each annotation has a meaning of its own, also the first one. */
  private static boolean isOfTexts(FieldPath at) {
    return at.equals(FieldPath.ROOT.field("metadata").field("labels"))
        || at.equals(FieldPath.ROOT.field("metadata").field("annotations"));
  }

  private static JsonNode orEmpty(JsonNode map) {
    return isNothing(map) ? JsonNodeFactory.instance.objectNode() : map;
  }

  private JsonNode shown(JsonNode value, FieldPath at, JsonNode object) {
    return isNothing(value) ? NullNode.getInstance() : mask.of(value, at, object);
  }

  private static boolean isNothing(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  private static boolean isIgnored(FieldPath at) {
    return at.isBelow("status")
        || OF_SERVER.stream().anyMatch(name -> at.isBelow("metadata", name));
  }

  private static Set<String> names(ObjectNode one, ObjectNode other) {
    var names = new LinkedHashSet<String>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private void lists(ArrayNode before, ArrayNode after, FieldPath at) {
    var key = KEYS.stream().filter(k -> identifies(k, before) && identifies(k, after)).findFirst();
    for (var step : steps(before, after, key)) {
      var item = new FieldPath(List.of(step));
      compare(item.in(before), item.in(after), at.then(step));
    }
    key.ifPresent(k -> orders(k, before, after, at));
  }

  /** Kubernetes keeps the order of keyed lists, and it may have a meaning, as with variables. */
  private void orders(String key, ArrayNode before, ArrayNode after, FieldPath at) {
    var kept = common(key, before, after);
    if (!kept.equals(common(key, after, before))) {
      boolean isDrift =
          at.in(deployed) instanceof ArrayNode wanted
              && common(key, wanted, after).equals(common(key, after, wanted));
      changes.add(new FieldChange(at.toString(), order(key, before), order(key, after), isDrift));
    }
  }

  /** Returns the keys of a list that another list has, too. */
  private static List<String> common(String key, ArrayNode list, ArrayNode other) {
    var others = items(other).map(item -> item.path(key).asText()).toList();
    return items(list).map(item -> item.path(key).asText()).filter(others::contains).toList();
  }

  private JsonNode order(String key, ArrayNode list) {
    var keys = list.arrayNode();
    items(list).forEach(item -> keys.add(item.path(key)));
    return mask.of(keys);
  }

  private static Set<Step> steps(ArrayNode before, ArrayNode after, Optional<String> key) {
    var steps = new LinkedHashSet<Step>();
    if (key.isPresent()) {
      Stream.concat(items(before), items(after))
          .forEach(item -> steps.add(new Step.Keyed(key.get(), item.path(key.get()).asText())));
    } else {
      for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
        steps.add(new Step.At(i));
      }
    }
    return steps;
  }

  private static boolean identifies(String key, ArrayNode list) {
    var seen = new HashSet<String>();
    return items(list).allMatch(item -> item.hasNonNull(key) && seen.add(item.path(key).asText()));
  }

  private static Stream<JsonNode> items(ArrayNode list) {
    return StreamSupport.stream(list.spliterator(), /* parallel= */ false);
  }
}
