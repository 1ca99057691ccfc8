package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.yaml.Marked;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Fields of one entry. Each getter reports a problem with its field and then returns nothing, like
 * for an absent field, so that the reader finds further problems.
 */
final class Fields {

  private final Marked.Mapping fields;
  private final String entry;
  private final String gvk;
  private final Problems problems;

  Fields(Marked.Mapping fields, int index, Problems problems) {
    this.fields = fields;
    this.entry = "watches[" + index + "]";
    this.problems = problems;
    this.gvk = describe();
  }

  private Fields(Marked.Mapping fields, String entry, String gvk, Problems problems) {
    this.fields = fields;
    this.entry = entry;
    this.gvk = gvk;
    this.problems = problems;
  }

  private String describe() {
    var version = rawText("version");
    var kind = rawText("kind");
    return version.isEmpty() || kind.isEmpty()
        ? ""
        : new GroupVersionKind(rawText("group"), version, kind).toString();
  }

  private String rawText(String field) {
    return present(field)
        .map(found -> found.value() instanceof Marked.Scalar scalar ? scalar.text() : "")
        .orElse("");
  }

  int line() {
    return fields.line();
  }

  /** Reports names that are unknown or repeated. */
  void checkNames() {
    checkRepeated("", fields);
    for (var field : fields.entries()) {
      if (!FieldNames.isKnown(field.key())) {
        var hint =
            FieldNames.meantBy(field.key())
                .map(name -> "did you mean " + name + "?")
                .orElse("remove it");
        problem(field.key(), field.line(), "unknown field \"" + field.key() + "\"", hint);
      }
    }
  }

  /** Returns the fields of a nested mapping, which may have only these names. */
  Optional<Fields> mapping(String field, List<String> names) {
    return present(field).flatMap(found -> mapping(found, names));
  }

  /** Returns the entries of a mapping that may have any names. */
  List<Marked.Entry> entries(String field) {
    var found = present(field);
    if (found.isPresent() && found.get().value() instanceof Marked.Mapping mapping) {
      checkRepeated(field + ".", mapping);
      return mapping.entries();
    }
    require(found.isEmpty(), field, "must be a mapping", "write key: value lines");
    return List.of();
  }

  List<Marked> items(String field) {
    var found = present(field);
    if (found.isPresent() && found.get().value() instanceof Marked.Sequence list) {
      return list.items();
    }
    require(found.isEmpty(), field, "must be a list", "begin each item with -");
    return List.of();
  }

  /** Returns the fields of each mapping in a list, which may have only these names. */
  List<Fields> list(String field, List<String> names) {
    var items = items(field);
    return IntStream.range(0, items.size())
        .mapToObj(i -> item(field + "[" + i + "]", items.get(i)))
        .flatMap(item -> mapping(item, names).stream())
        .toList();
  }

  /** Does the same with a list that must have items. */
  List<Fields> filledList(String field, List<String> names) {
    boolean isEmpty =
        present(field)
            .map(Marked.Entry::value)
            .filter(found -> found instanceof Marked.Sequence list && list.items().isEmpty())
            .isPresent();
    require(!isEmpty, field, "has no items", "add one, or remove the field");
    return list(field, names);
  }

  private static Marked.Entry item(String path, Marked value) {
    return new Marked.Entry(value.line(), value.column(), path, value);
  }

  private Optional<Fields> mapping(Marked.Entry found, List<String> names) {
    if (!(found.value() instanceof Marked.Mapping inside)) {
      problem(
          found.key(),
          found.line(),
          found.key() + ": must be a mapping",
          "with " + String.join(", ", names));
      return Optional.empty();
    }
    checkRepeated(found.key() + ".", inside);
    inside.entries().stream()
        .filter(entry -> !names.contains(entry.key()))
        .forEach(
            entry ->
                problem(
                    found.key() + "." + entry.key(),
                    entry.line(),
                    "unknown field \"" + entry.key() + "\"",
                    "use " + String.join(", ", names)));
    return Optional.of(new Fields(inside, entry + "." + found.key(), gvk, problems));
  }

  /**
   * Reports the repeated keys of a mapping; the prefix is the mapping's path with a trailing dot.
   */
  void checkRepeated(String prefix, Marked.Mapping mapping) {
    for (var repeated : mapping.repeated()) {
      int first = mapping.entry(repeated.key()).orElse(repeated).line();
      problem(
          prefix + repeated.key(),
          repeated.line(),
          "duplicate key \"" + repeated.key() + "\"",
          "first at line " + first);
    }
  }

  /**
   * Returns true if an unknown field is probably this one. The unknown field is already reported,
   * so the absence of this one is not.
   */
  boolean isMisspelt(String field) {
    return fields.entries().stream()
        .filter(found -> !FieldNames.isKnown(found.key()))
        .anyMatch(found -> FieldNames.meantBy(found.key()).equals(Optional.of(field)));
  }

  /** Returns the field, unless its value is null. */
  Optional<Marked.Entry> present(String field) {
    return fields.entry(field).filter(found -> !found.value().isNull());
  }

  /** Returns the scalars of a list as texts, each once. */
  Set<String> texts(String field, String hint) {
    return present(field)
        .filter(found -> require(isListOfScalars(found), found, "must be a list of texts", hint))
        .map(
            found ->
                ((Marked.Sequence) found.value())
                    .items().stream()
                        .map(item -> ((Marked.Scalar) item).text())
                        .collect(Collectors.<String, Set<String>>toCollection(LinkedHashSet::new)))
        .orElse(Set.of());
  }

  private static boolean isListOfScalars(Marked.Entry found) {
    return found.value() instanceof Marked.Sequence list
        && list.items().stream().allMatch(Marked.Scalar.class::isInstance);
  }

  /** Returns a scalar of any type as text. */
  Optional<String> text(String field) {
    return present(field)
        .filter(
            found -> require(found.value() instanceof Marked.Scalar, found, "must be a string", ""))
        .map(found -> ((Marked.Scalar) found.value()).text());
  }

  Optional<Boolean> bool(String field) {
    return present(field)
        .filter(
            found -> require(isBoolean(found), found, "must be true or false", "without quotes"))
        .map(found -> Words.isTrue(((Marked.Scalar) found.value()).text()));
  }

  private static boolean isBoolean(Marked.Entry found) {
    return found.value() instanceof Marked.Scalar scalar && scalar.type() == Marked.Type.BOOLEAN;
  }

  OptionalInt positiveInteger(String field) {
    return integer(field, 1);
  }

  /** Returns an integer of at most nine digits. */
  OptionalInt integer(String field, int least) {
    return present(field)
        .filter(
            found -> require(isInteger(found, least), found, "must be an integer ≥ " + least, ""))
        .map(found -> OptionalInt.of(Integer.parseInt(((Marked.Scalar) found.value()).text())))
        .orElse(OptionalInt.empty());
  }

  /** Returns a number, with or without a fraction. */
  Optional<Double> number(String field, DoublePredicate allowed, String problem) {
    return present(field)
        .filter(
            found -> require(isNumber(found) && allowed.test(toNumber(found)), found, problem, ""))
        .map(Fields::toNumber);
  }

  private static boolean isNumber(Marked.Entry found) {
    return found.value() instanceof Marked.Scalar scalar
        && scalar.text().matches("-?[0-9]{1,9}([.][0-9]{1,9})?");
  }

  private static double toNumber(Marked.Entry found) {
    return Double.parseDouble(((Marked.Scalar) found.value()).text());
  }

  private static boolean isInteger(Marked.Entry found, int least) {
    return found.value() instanceof Marked.Scalar scalar
        && scalar.type() == Marked.Type.INTEGER
        && scalar.text().matches("-?[0-9]{1,9}")
        && Integer.parseInt(scalar.text()) >= least;
  }

  /** Returns a duration; nothing for 0, which means the default. */
  Optional<Duration> duration(String field) {
    var text = text(field);
    try {
      var duration = text.map(GoDuration::parse).filter(found -> !found.isZero());
      return duration.filter(
          found -> require(!found.isNegative(), field, "must be > 0", "or 0 for the default"));
    } catch (IllegalArgumentException e) {
      require(false, field, String.valueOf(e.getMessage()), "e.g. 1m30s");
      return Optional.empty();
    }
  }

  /** Returns one of an enum's words in lower case. */
  <E extends Enum<E>> Optional<E> word(String field, List<E> allowed) {
    return word(field, allowed, Fields::lower);
  }

  /** Returns one of an enum's words, in the form that {@code spelling} returns. */
  <E extends Enum<E>> Optional<E> word(
      String field, List<E> allowed, Function<E, String> spelling) {
    return text(field)
        .flatMap(
            text -> {
              var found =
                  allowed.stream().filter(word -> spelling.apply(word).equals(text)).findFirst();
              var words = allowed.stream().map(spelling).collect(Collectors.joining(", "));
              require(
                  found.isPresent(), field, "unknown word \"" + text + "\"", "use one of " + words);
              return found;
            });
  }

  /** Returns one of an enum's words; reports also its absence. */
  <E extends Enum<E>> Optional<E> required(
      String field, List<E> allowed, Function<E, String> spelling) {
    if (present(field).isEmpty()) {
      var words = allowed.stream().map(spelling).collect(Collectors.joining(", "));
      problem(field, field + " is required", "use one of " + words);
    }
    return word(field, allowed, spelling);
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  private boolean require(boolean holds, String field, String problem, String hint) {
    return present(field).filter(found -> !require(holds, found, problem, hint)).isEmpty();
  }

  private boolean require(boolean holds, Marked.Entry found, String problem, String hint) {
    if (!holds) {
      problem(found.key(), found.line(), found.key() + ": " + problem, hint);
    }
    return holds;
  }

  /** Reports a problem with the whole entry. */
  void problem(String problem, String hint) {
    problems.add(fields.line(), entry, gvk, problem, hint);
  }

  /** Reports a problem of a field, or of the entry without it. */
  void problem(String field, String problem, String hint) {
    problem(field, present(field).map(Marked.Entry::line).orElse(line()), problem, hint);
  }

  void refuse(String field, String problem, String hint) {
    if (present(field).isPresent()) {
      problem(field, problem, hint);
    }
  }

  /** Reports a problem; the path is relative to the entry, such as {@code selector.matchLabels}. */
  void problem(String path, int line, String problem, String hint) {
    problems.add(line, entry + "." + path, gvk, problem, hint);
  }

  void note(Marked.Entry field, String note, String hint) {
    problems.addNote(field.line(), entry + "." + field.key(), gvk, note, hint);
  }
}
