package dev.catamaran.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The check of predicted fields: each has the predicted values, and nothing but them differs.
 *
 * @param fields of one object in the JSON of {@code catamaran diff}
 */
record PredictedFields(JsonNode fields) {
  private static final Pattern STEP =
      Pattern.compile("\\.?([A-Za-z0-9_$-]+)|\\[\"([^\"]*)\"]|\\[([^\\]]*)]");
  private static final Pattern INDEX = Pattern.compile("\\d+");

  void assertAre(ObjectNode before, ObjectNode after) {
    var one = before.deepCopy();
    var other = after.deepCopy();
    var last = new ArrayList<JsonNode>();
    fields.forEach(last::add);
    // Backwards, so that the indices of lists stay valid.
    for (var field : last.reversed()) {
      var path = field.path("path").asText();
      assertValue(field.path("before"), take(one, path), path + " before");
      assertValue(field.path("after"), take(other, path), path + " after");
    }
    dropEmptyAnnotations(one);
    dropEmptyAnnotations(other);
    assertEquals(one.toPrettyString(), other.toPrettyString(), "fields without a prediction");
  }

  /** The first annotation of an object is predicted, and not the map of them. */
  private static void dropEmptyAnnotations(ObjectNode object) {
    var annotations = object.at("/metadata/annotations");
    if (annotations.isObject() && annotations.isEmpty()) {
      object.withObjectProperty("metadata").remove("annotations");
    }
  }

  private static void assertValue(JsonNode predicted, JsonNode actual, String message) {
    boolean isMasked = predicted.asText().startsWith("***");
    if (!isMasked && !isOrder(predicted, actual)) {
      assertEquals(predicted, actual.isMissingNode() ? NullNode.getInstance() : actual, message);
    }
  }

  /** Whether the prediction has the keys of the items, in their order. */
  private static boolean isOrder(JsonNode keys, JsonNode list) {
    if (!keys.isArray() || keys.isEmpty() || keys.size() != list.size()) {
      return false;
    }
    for (int i = 0; i < keys.size(); i++) {
      if (!(list.get(i) instanceof ObjectNode item)
          || !texts(item).contains(keys.get(i).asText())) {
        return false;
      }
    }
    return true;
  }

  private static JsonNode take(ObjectNode object, String path) {
    var steps = new ArrayList<String>();
    STEP.matcher(path)
        .results()
        .forEach(
            found ->
                steps.add(
                    Optional.ofNullable(found.group(1))
                        .or(() -> Optional.ofNullable(found.group(2)))
                        .orElseGet(() -> found.group(3))));
    JsonNode at = object;
    for (var step : steps.subList(0, steps.size() - 1)) {
      at = at instanceof ArrayNode list ? list.path(index(list, step)) : at.path(step);
    }
    return remove(at, steps.getLast());
  }

  private static JsonNode remove(JsonNode from, String step) {
    var removed =
        switch (from) {
          case ObjectNode object -> object.remove(step);
          case ArrayNode list -> list.remove(index(list, step));
          default -> null;
        };
    return removed == null ? MissingNode.getInstance() : removed;
  }

  /** A step into a list is the value of a key, or an index. */
  private static int index(ArrayNode list, String step) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) instanceof ObjectNode item && texts(item).contains(step)) {
        return i;
      }
    }
    return INDEX.matcher(step).matches() ? Integer.parseInt(step) : -1;
  }

  private static List<String> texts(ObjectNode item) {
    var texts = new ArrayList<String>();
    item.forEach(value -> texts.add(value.asText()));
    return texts;
  }
}
