package dev.catamaran.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.kit.Unreadable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns the text of an object into a text that can be read as the object's type. Removes the
 * unreadable top-level fields, and marks the object with their problems.
 *
 * @param mapper reads the remaining fields
 */
record Salvage(ObjectMapper mapper) {
  /**
   * Fields that the API server has validated. Managed fields are excluded: they are as deep as the
   * object.
   */
  private static final Set<String> IDENTITY =
      Set.of(
          "name",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "finalizers",
          "labels",
          "annotations",
          "ownerReferences");

  private static final Set<String> ALWAYS = Set.of("apiVersion", "kind", "metadata");
  private static final int LONGEST_PLACE = 120;

  private static final String TOO_MUCH =
      "has more values than fit into the memory: %d MiB with a heap of %d MiB"
          .formatted(Cost.MOST >> 20, Runtime.getRuntime().maxMemory() >> 20);

  /** Returns the text itself if it can be read as {@code type}, else a readable text. */
  String of(String text, JavaType type) throws IOException {
    var raw = RawFields.of(text);
    int depth = 1 + raw.parts().stream().mapToInt(RawFields.Part::depth).max().orElse(0);
    if (depth <= Limits.DEPTH && !Cost.isTooMuch(text) && problem(text, type, "").isEmpty()) {
      return text;
    }
    var fields = new LinkedHashMap<String, String>();
    for (var field : raw.parts()) {
      if (ALWAYS.contains(field.name())) {
        fields.put(field.name(), field.name().equals("metadata") ? identity(field) : field.text());
      }
    }
    var problems = new LinkedHashMap<String, String>();
    for (var field : raw.parts()) {
      if (!ALWAYS.contains(field.name())) {
        var problem = problem(field, fields, type);
        problem.ifPresent(words -> problems.put(field.name(), words));
        if (problem.isEmpty()) {
          fields.put(field.name(), field.text());
        }
      }
    }
    var what =
        problems.isEmpty()
            ? "metadata is nested deeper than %d levels, or %s".formatted(Limits.DEPTH, TOO_MUCH)
            : String.join("; ", problems.values());
    fields.compute("metadata", (name, metadata) -> marked(metadata, what));
    return json(fields);
  }

  private Optional<String> problem(RawFields.Part field, Map<String, String> rest, JavaType type) {
    if (field.depth() >= Limits.DEPTH) {
      return Optional.of(
          "%s is nested deeper than %d levels".formatted(shown(field.name()), Limits.DEPTH));
    }
    if (Cost.isTooMuch(field.text())) {
      return Optional.of(shown(field.name()) + " " + TOO_MUCH);
    }
    var alone = new LinkedHashMap<>(rest);
    alone.put(field.name(), field.text());
    return problem(json(alone), type, field.name());
  }

  private Optional<String> problem(String text, JavaType type, String field) {
    try {
      mapper.readerFor(type).readValue(text);
      return Optional.empty();
    } catch (JsonMappingException e) {
      return Optional.of(words(e, field));
    } catch (StreamConstraintsException e) {
      return Optional.of(shown(field) + " is too long");
    } catch (JsonProcessingException e) {
      return Optional.of(shown(field) + " is no JSON");
    } catch (StackOverflowError e) {
      return Optional.of(shown(field) + " is nested too deep");
    }
  }

  /** Describes the failure without Jackson's message, which quotes the input: it may be secret. */
  private static String words(JsonMappingException e, String field) {
    var place =
        e.getPath().stream()
            .map(
                step ->
                    step.getFieldName() == null
                        ? "[" + step.getIndex() + "]"
                        : "." + step.getFieldName())
            .collect(Collectors.joining())
            .replaceFirst("^\\.", "");
    return "%s cannot be read as %s"
        .formatted(
            shown(place.isEmpty() ? field : place),
            expected(e).map(Class::getSimpleName).orElse("what its class expects"));
  }

  private static Optional<Class<?>> expected(JsonMappingException e) {
    if (e instanceof MismatchedInputException mismatch) {
      return Optional.ofNullable(mismatch.getTargetType());
    }
    return e.getCause() instanceof InputCoercionException tooLarge
        ? Optional.ofNullable(tooLarge.getTargetType())
        : Optional.empty();
  }

  private static String shown(String place) {
    return place.length() <= LONGEST_PLACE ? place : place.substring(0, LONGEST_PLACE) + "...";
  }

  private static String identity(RawFields.Part metadata) throws IOException {
    var fields = new LinkedHashMap<String, String>();
    for (var field : RawFields.of(metadata.text()).parts()) {
      if (IDENTITY.contains(field.name())) {
        fields.put(field.name(), field.text());
      }
    }
    return json(fields);
  }

  private static String marked(String metadata, String problem) {
    var mark = quoted(Unreadable.MARK) + ":" + quoted(problem);
    return metadata.equals("{}") ? "{" + mark + "}" : "{" + mark + "," + metadata.substring(1);
  }

  static String json(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> quoted(field.getKey()) + ":" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String quoted(String text) {
    return JsonNodeFactory.instance.textNode(text).toString();
  }

  /**
   * The fields of a JSON object, or the items of a list, each as its original text. Their content
   * stays unparsed, so its depth does no harm.
   */
  record RawFields(List<Part> parts) {
    private static final JsonFactory STREAMING = Limits.streaming();

    /**
     * A field or an item.
     *
     * @param name name of the field; empty for an item
     * @param text text of the value
     * @param depth depth of the value; 0 for a scalar
     */
    record Part(String name, String text, int depth) {}

    /** Reads the outline of an object or a list. */
    static RawFields of(String text) throws IOException {
      var parts = new ArrayList<Part>();
      try (var parser = STREAMING.createParser(text.toCharArray())) {
        parser.nextToken();
        for (var token = parser.nextToken(); !isEnd(token); token = parser.nextToken()) {
          var name = token == JsonToken.FIELD_NAME ? parser.currentName() : "";
          if (token == JsonToken.FIELD_NAME) {
            parser.nextToken();
          }
          var begin = parser.currentTokenLocation().getCharOffset();
          int depth = skip(parser);
          var end = parser.currentLocation().getCharOffset();
          parts.add(new Part(name, text.substring((int) begin, (int) end), depth));
        }
      }
      return new RawFields(parts);
    }

    private static boolean isEnd(JsonToken token) {
      return token == null || token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY;
    }

    /** Skips the value that begins here; returns its depth. */
    private static int skip(JsonParser parser) throws IOException {
      int depth = 0;
      int deepest = 0;
      for (var token = parser.currentToken(); ; token = parser.nextToken()) {
        if (token == null) {
          return deepest;
        }
        if (token.isStructStart()) {
          depth++;
          deepest = Math.max(deepest, depth);
        } else if (token.isStructEnd()) {
          depth--;
        } else {
          parser.finishToken();
        }
        if (depth == 0) {
          return deepest;
        }
      }
    }
  }
}
