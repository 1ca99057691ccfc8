package dev.catamaran.watch;

import dev.catamaran.watch.InvalidWatchesException.Problem;
import dev.catamaran.yaml.Marked;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fields of a mapping that {@link WatchesSchema} has checked. A refused field has no value, but is
 * written.
 *
 * @param path such as {@code watches[2].drift}
 */
record Fields(Marked.Mapping mapping, String path, Problems problems) {
  private static final Set<String> TRUE = Set.of("true", "yes", "on");

  int line() {
    return mapping.line();
  }

  /** Returns whether the field is there, perhaps misspelt, and not null; it may be refused. */
  boolean isWritten(String field) {
    return mapping.entry(field).isPresent();
  }

  boolean isRefused(String field) {
    return isWritten(field) && value(field).isEmpty();
  }

  Optional<Marked> value(String field) {
    return mapping.entry(field).map(Marked.Entry::value).filter(value -> !value.isNull());
  }

  /** Returns a scalar of any type as text. */
  Optional<String> text(String field) {
    return value(field).map(Fields::text);
  }

  static String text(Marked value) {
    return ((Marked.Scalar) value).text();
  }

  boolean bool(String field, boolean ordinary) {
    return text(field).map(Fields::isTrue).orElse(ordinary);
  }

  /** Returns the value of a word that YAML 1.1 takes for a boolean. */
  static boolean isTrue(String word) {
    return TRUE.contains(word.toLowerCase(Locale.ROOT));
  }

  OptionalInt integer(String field) {
    return text(field).stream().mapToInt(Integer::parseInt).findAny();
  }

  double number(String field, double ordinary) {
    return text(field).map(Double::parseDouble).orElse(ordinary);
  }

  /** Returns the constant of a word, which is written without underscores in the file. */
  <E extends Enum<E>> E word(String field, E ordinary) {
    return text(field)
        .flatMap(
            text ->
                Stream.of(ordinary.getDeclaringClass().getEnumConstants())
                    .filter(word -> word.name().replace("_", "").equalsIgnoreCase(text))
                    .findFirst())
        .orElse(ordinary);
  }

  /** Returns a duration; nothing for 0, which means the default. */
  Optional<Duration> duration(String field) {
    return parsed(field, GoDuration::parse, "e.g. 1m30s").filter(found -> !found.isZero());
  }

  /**
   * Reads a text. Reports what {@code parse} says against it.
   *
   * @param parse throws IllegalArgumentException or DateTimeException with the problem
   */
  <T> Optional<T> parsed(String field, Function<String, T> parse, String hint) {
    try {
      return text(field).map(parse);
    } catch (IllegalArgumentException | DateTimeException e) {
      problem(field, field + ": " + e.getMessage(), hint);
      return Optional.empty();
    }
  }

  Optional<Fields> mapping(String field) {
    return value(field)
        .map(found -> new Fields((Marked.Mapping) found, path + "." + field, problems));
  }

  List<Fields> list(String field) {
    var items = items(field);
    return IntStream.range(0, items.size())
        .mapToObj(
            i ->
                new Fields(
                    (Marked.Mapping) items.get(i), path + "." + field + "[" + i + "]", problems))
        .toList();
  }

  /** Returns the items of a list; a single value is a list of one item. */
  List<Marked> items(String field) {
    return value(field)
        .map(found -> found instanceof Marked.Sequence list ? list.items() : List.of(found))
        .orElse(List.of());
  }

  /** Returns the scalars of a list, or a single one, as texts, each once. */
  Set<String> texts(String field) {
    var texts = new LinkedHashSet<String>();
    items(field).forEach(item -> texts.add(text(item)));
    return texts;
  }

  /** Returns the entries of a mapping that may have any names. */
  List<Marked.Entry> entries(String field) {
    return value(field).map(found -> ((Marked.Mapping) found).entries()).orElse(List.of());
  }

  /** Reports a problem with the whole mapping. */
  void problem(String problem, String hint) {
    problems.add(line(), path, problem, hint);
  }

  /** Reports a problem of a field, or of the mapping without it. */
  void problem(String field, String problem, String hint) {
    problem(mapping.entry(field).map(Marked.Entry::line).orElse(line()), field, problem, hint);
  }

  void problem(int line, String field, String problem, String hint) {
    problems.add(line, path + "." + field, problem, hint);
  }

  void refuse(String field, String problem, String hint) {
    if (isWritten(field)) {
      problem(field, problem, hint);
    }
  }

  void note(String field, String note, String hint) {
    mapping
        .entry(field)
        .ifPresent(found -> problems.addNote(found.line(), path + "." + field, note, hint));
  }

  /**
   * Collects the problems and notes of one file.
   *
   * @param gvk API of the entry that they are about; may be empty
   */
  record Problems(Path file, String gvk, List<Problem> problems, List<Problem> notes) {

    static Problems of(Path file) {
      return new Problems(file, "", new ArrayList<>(), new ArrayList<>());
    }

    /** Returns the same collection, for an entry with that API. */
    Problems about(String api) {
      return new Problems(file, api, problems, notes);
    }

    void add(int line, String path, String problem, String hint) {
      problems.add(new Problem(file, line, path, gvk, problem, hint));
    }

    void addNote(int line, String path, String note, String hint) {
      notes.add(new Problem(file, line, path, gvk, note, hint));
    }

    List<Problem> sorted() {
      return problems.stream().sorted(Comparator.comparingInt(Problem::line)).toList();
    }
  }
}
