package dev.catamaran.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The place of a field in an object. Pure. */
public record FieldPath(List<Step> steps) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_$-]+");

  public static final FieldPath ROOT = new FieldPath(List.of());

  public FieldPath {
    steps = List.copyOf(steps);
  }

  /** One step into an object or a list. */
  public sealed interface Step {
    /** A field of an object. */
    record Field(String name) implements Step {}

    /** The item of a list with that value of a key. */
    record Keyed(String key, String value) implements Step {}

    /** The item at that index, from 0. */
    record At(int index) implements Step {}
  }

  FieldPath then(Step step) {
    var longer = new ArrayList<>(steps);
    longer.add(step);
    return new FieldPath(longer);
  }

  /** Returns the place that it is in; it must not be {@link #ROOT}. */
  FieldPath parent() {
    return new FieldPath(steps.subList(0, steps.size() - 1));
  }

  FieldPath field(String name) {
    return then(new Step.Field(name));
  }

  boolean isBelow(String... fields) {
    if (steps.size() < fields.length) {
      return false;
    }
    for (int i = 0; i < fields.length; i++) {
      if (!steps.get(i).equals(new Step.Field(fields[i]))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the value at this place; a missing node if the place is empty. */
  JsonNode in(JsonNode object) {
    var at = object;
    for (var step : steps) {
      at =
          switch (step) {
            case Step.Field(var name) -> at.path(name);
            case Step.At(var index) -> at.path(index);
            case Step.Keyed(var key, var value) -> item(at, key, value);
          };
    }
    return at;
  }

  private static JsonNode item(JsonNode list, String key, String value) {
    for (var item : list) {
      if (item.path(key).asText().equals(value)) {
        return item;
      }
    }
    return MissingNode.getInstance();
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (var step : steps) {
      switch (step) {
        case Step.Field(var name) when !PLAIN.matcher(name).matches() ->
            text.append("[\"").append(name).append("\"]");
        case Step.Field(var name) -> text.append(text.isEmpty() ? "" : ".").append(name);
        case Step.At(var index) -> text.append('[').append(index).append(']');
        case Step.Keyed(var key, var value) -> text.append('[').append(value).append(']');
      }
    }
    return text.toString();
  }
}
