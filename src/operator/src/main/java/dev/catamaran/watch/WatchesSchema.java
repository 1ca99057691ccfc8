package dev.catamaran.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.re2j.Pattern;
import dev.catamaran.watch.Fields.Problems;
import dev.catamaran.yaml.Marked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Checks the form of entries by watches.schema.json, which editors use too: names, types, words,
 * patterns and bounds. Knows the keywords of JSON Schema that this file has, without {@code oneOf}
 * and {@code minProperties}. A value null counts as absent. Texts are those of YAML 1.1, so that
 * {@code yes} is a boolean.
 *
 * <p>What is returned fits the schema: a refused value is null, a mapping without a required field
 * is refused whole, and so is a list with a refused text. A misspelt field is null under its right
 * name. So whoever reads it finds no problem of form, and still sees which fields are written.
 */
record WatchesSchema(Problems problems) {
  private static final JsonNode ROOT = load();
  private static final JsonNode ENTRY = ROOT.path("items");

  /** A longer list of names is not helpful in a message. */
  private static final int MOST_NAMES = 12;

  /** A typo is up to two wrong letters in a name of this length, or one in a shorter name. */
  private static final int LONG_NAME = 6;

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}([.][0-9]{1,9})?");

  private static JsonNode load() {
    try (var file = WatchesSchema.class.getResourceAsStream("watches.schema.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the fields of an entry that a Java reconciler cannot have. */
  static List<String> fieldsOfCharts() {
    return names(ENTRY.at("/oneOf/2/properties"));
  }

  /** Checks an entry; it may lack a required field. */
  Fields entry(Marked.Mapping entry, String path) {
    return new Fields(mapping(ENTRY, new Place(path, ""), entry), path, problems);
  }

  /**
   * Place of a value.
   *
   * @param field name in messages; empty for an entry
   */
  private record Place(String path, String field) {
    Place of(String name) {
      return new Place(path + "." + name, name);
    }

    Place ofKey(String key) {
      return new Place(path + "." + key, field + ": key " + key);
    }

    String sentence(String problem) {
      return field.isEmpty() ? problem : field + ": " + problem;
    }
  }

  private Optional<Marked> check(JsonNode written, Place place, int line, Marked value) {
    var schema = alternative(written, value);
    if (!admits(schema, value)) {
      return refuse(schema, place, line, value);
    }
    return switch (value) {
      case Marked.Scalar scalar ->
          fits(schema, scalar) ? Optional.of(value) : refuse(schema, place, line, value);
      case Marked.Sequence list -> list(schema, place, line, list);
      case Marked.Mapping mapping -> {
        var checked = mapping(schema, place, mapping);
        yield Optional.<Marked>of(checked).filter(found -> isComplete(schema, checked));
      }
    };
  }

  /** Follows references; of several forms, returns the one of the value, or else the first. */
  private static JsonNode alternative(JsonNode schema, Marked value) {
    if (schema.has("$ref")) {
      return alternative(ROOT.at(schema.path("$ref").asText().substring(1)), value);
    }
    if (!schema.has("anyOf")) {
      return schema;
    }
    var forms = stream(schema.path("anyOf")).map(form -> alternative(form, value)).toList();
    return forms.stream().filter(form -> admits(form, value)).findFirst().orElse(forms.getFirst());
  }

  private static boolean admits(JsonNode schema, Marked value) {
    if (schema.has("enum")) {
      return value instanceof Marked.Scalar;
    }
    var types = schema.path("type");
    return types.isMissingNode()
        || (types.isTextual() ? Stream.of(types) : stream(types))
            .anyMatch(type -> isOf(type.asText(), value));
  }

  private static boolean isOf(String type, Marked value) {
    return switch (value) {
      case Marked.Mapping mapping -> type.equals("object");
      case Marked.Sequence list -> type.equals("array");
      case Marked.Scalar scalar ->
          switch (scalar.type()) {
            case STRING -> type.equals("string");
            case BOOLEAN -> type.equals("boolean");
            case INTEGER -> type.equals("integer") || type.equals("number");
            case FLOAT -> type.equals("number");
            case NULL -> type.equals("null");
          };
    };
  }

  private static boolean fits(JsonNode schema, Marked.Scalar scalar) {
    var text = scalar.text();
    if (schema.has("enum")) {
      return words(schema).contains(text);
    }
    if (text.length() < schema.path("minLength").asInt()
        || text.length() > schema.path("maxLength").asInt(Integer.MAX_VALUE)) {
      return false;
    }
    if (schema.has("pattern")) {
      return Pattern.compile(schema.path("pattern").asText()).matcher(text).find();
    }
    return !schema.has("minimum") || (NUMBER.matcher(text).matches() && isWithin(schema, text));
  }

  private static boolean isWithin(JsonNode schema, String text) {
    var number = Double.parseDouble(text);
    return number >= schema.path("minimum").asDouble()
        && number <= schema.path("maximum").asDouble(Double.MAX_VALUE)
        && number < schema.path("exclusiveMaximum").asDouble(Double.POSITIVE_INFINITY);
  }

  private Optional<Marked> list(JsonNode schema, Place place, int line, Marked.Sequence list) {
    if (list.items().size() < schema.path("minItems").asInt()) {
      problems.add(
          line, place.path(), place.sentence("has no items"), "add one, or remove the field");
      return Optional.empty();
    }
    var items = new ArrayList<Marked>();
    var texts = new HashSet<String>();
    for (int index = 0; index < list.items().size(); index++) {
      var item = list.items().get(index);
      var at = new Place(place.path() + "[" + index + "]", place.field());
      if (schema.path("uniqueItems").asBoolean()
          && item instanceof Marked.Scalar scalar
          && !texts.add(scalar.text())) {
        problems.add(
            item.line(), at.path(), at.sentence(scalar.text() + " is listed twice"), "remove one");
      }
      check(schema.path("items"), at, item.line(), item).ifPresent(items::add);
    }
    boolean isWhole = items.size() == list.items().size();
    return isWhole || items.stream().anyMatch(Marked.Mapping.class::isInstance)
        ? Optional.of(new Marked.Sequence(list.line(), list.column(), items))
        : Optional.empty();
  }

  private Marked.Mapping mapping(JsonNode schema, Place place, Marked.Mapping mapping) {
    reportRepeated(place, mapping);
    var fields = new LinkedHashMap<String, Marked.Entry>();
    for (var entry : mapping.entries()) {
      if (!fields.containsKey(entry.key())) {
        checked(schema, place, entry).ifPresent(found -> fields.put(found.key(), found));
      }
    }
    var properties = schema.path("properties");
    for (var required : schema.path("required")) {
      var name = required.asText();
      if (!fields.containsKey(name)) {
        problems.add(
            mapping.line(),
            place.path() + "." + name,
            place.sentence(name + " is required"),
            requiredHint(name, properties.path(name)));
      }
    }
    return new Marked.Mapping(mapping.line(), mapping.column(), List.copyOf(fields.values()));
  }

  private static boolean isComplete(JsonNode schema, Marked.Mapping mapping) {
    return stream(schema.path("required"))
        .allMatch(
            name -> mapping.entry(name.asText()).filter(f -> !f.value().isNull()).isPresent());
  }

  private Optional<Marked.Entry> checked(JsonNode schema, Place place, Marked.Entry entry) {
    var known = schema.path("properties").path(entry.key());
    if (!known.isMissingNode()) {
      return Optional.of(entry)
          .filter(found -> !found.value().isNull())
          .map(
              found ->
                  with(
                      found,
                      found.key(),
                      check(known, place.of(found.key()), found.line(), found.value())));
    }
    var others = schema.path("additionalProperties");
    if (!others.isObject()) {
      return reportUnknown(names(schema.path("properties")), place, entry);
    }
    var at = place.ofKey(entry.key());
    var key = new Marked.Scalar(entry.line(), entry.column(), Marked.Type.STRING, entry.key());
    return check(schema.path("propertyNames"), place, entry.line(), key)
        .flatMap(good -> check(others, at, entry.line(), entry.value()))
        .map(value -> with(entry, entry.key(), Optional.of(value)));
  }

  private static Marked.Entry with(Marked.Entry entry, String key, Optional<Marked> value) {
    var refused = new Marked.Scalar(entry.line(), entry.column(), Marked.Type.NULL, "");
    return new Marked.Entry(entry.line(), entry.column(), key, value.orElse(refused));
  }

  private void reportRepeated(Place place, Marked.Mapping mapping) {
    for (var repeated : mapping.repeated()) {
      int first = mapping.entry(repeated.key()).orElse(repeated).line();
      problems.add(
          repeated.line(),
          place.path() + "." + repeated.key(),
          "duplicate key \"" + repeated.key() + "\"",
          "first at line " + first);
    }
  }

  /** Returns the field that is probably meant, without its value. */
  private Optional<Marked.Entry> reportUnknown(
      List<String> names, Place place, Marked.Entry unknown) {
    var meant =
        names.stream()
            .filter(name -> distance(unknown.key(), name) <= (name.length() < LONG_NAME ? 1 : 2))
            .min(Comparator.comparingInt(name -> distance(unknown.key(), name)));
    var others = names.size() > MOST_NAMES ? "remove it" : "use " + String.join(", ", names);
    problems.add(
        unknown.line(),
        place.path() + "." + unknown.key(),
        "unknown field \"" + unknown.key() + "\"",
        meant.map(name -> "did you mean " + name + "?").orElse(others));
    return meant.map(name -> with(unknown, name, Optional.empty()));
  }

  /** Returns the Levenshtein distance, ignoring case. */
  private static int distance(String left, String right) {
    return LevenshteinDistance.getDefaultInstance()
        .apply(left.toLowerCase(Locale.ROOT), right.toLowerCase(Locale.ROOT));
  }

  private static String requiredHint(String name, JsonNode schema) {
    return schema.has("enum")
        ? "use one of " + String.join(", ", words(schema))
        : "add e.g. " + name + ": " + schema.path("examples").path(0).asText();
  }

  private Optional<Marked> refuse(JsonNode schema, Place place, int line, Marked value) {
    boolean quotes = schema.has("errorMessage") || schema.has("enum");
    var text = quotes && value instanceof Marked.Scalar scalar ? "\"" + scalar.text() + "\" " : "";
    var message = message(schema).split("; ", 2);
    problems.add(
        line,
        place.path(),
        place.sentence(text + message[0]),
        message.length > 1 ? message[1] : "");
    return Optional.empty();
  }

  /** Returns what a value must be, as the schema says it or as it follows, and the remedy. */
  private static String message(JsonNode schema) {
    if (schema.has("errorMessage")) {
      return schema.path("errorMessage").asText();
    }
    if (schema.has("enum")) {
      return "is not a known word; use one of " + String.join(", ", words(schema));
    }
    var type = schema.path("type").isArray() ? schema.at("/type/0") : schema.path("type");
    return switch (type.asText()) {
      case "object" ->
          schema.has("properties")
              ? "must be a mapping; with " + String.join(", ", names(schema.path("properties")))
              : "must be a mapping; write key: value lines";
      case "array" -> "must be a list; begin each item with -";
      case "boolean" -> "must be true or false; without quotes";
      case "integer" -> "must be an integer " + bounds(schema);
      case "number" -> "must be a number " + bounds(schema);
      default -> "must be a string";
    };
  }

  private static String bounds(JsonNode schema) {
    var least = schema.path("minimum").asText();
    if (schema.has("exclusiveMaximum")) {
      return "from " + least + " to below " + schema.path("exclusiveMaximum").asText();
    }
    return schema.has("maximum")
        ? "from " + least + " to " + schema.path("maximum").asText()
        : "≥ " + least;
  }

  private static List<String> words(JsonNode schema) {
    return stream(schema.path("enum")).filter(JsonNode::isTextual).map(JsonNode::asText).toList();
  }

  private static List<String> names(JsonNode properties) {
    return properties.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
