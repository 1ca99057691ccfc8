package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.watch.Fields.Problems;
import dev.catamaran.watch.InvalidWatchesException.Problem;
import dev.catamaran.watch.OverridesReader.Expansion;
import dev.catamaran.watch.Watch.GroupKind;
import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.Marked;
import dev.catamaran.yaml.MarkedYaml;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Loads a watches.yaml and checks its charts. Keeps no state between two calls.
 *
 * @param charts check of the local charts
 * @param syntax evaluates the templates in overrideValues, and knows versions
 */
public record WatchesLoader(ChartCheck charts, HelmSyntax syntax) {

  /** Check of the charts on disk that a watches.yaml names, while the file is read. */
  @FunctionalInterface
  public interface ChartCheck {
    /**
     * Checks one chart.
     *
     * @throws InvalidChartException if the chart makes the watches.yaml invalid
     */
    void check(Path chart) throws InvalidChartException;
  }

  /**
   * The readable part of a watches.yaml.
   *
   * @param watches entries with an API and a source; an entry with a problem may be among them
   * @param problems all problems, in the order of the lines
   */
  public record Reading(Watches watches, List<Problem> problems) {}

  /**
   * Loads a file.
   *
   * @param file watches file; relative chart paths start in its folder
   * @param environment variables for <code>${VAR}</code> in overrideValues
   * @param classExists whether a class exists that the file names
   * @throws InvalidWatchesException with all problems, if there is one
   */
  public Watches load(Path file, Map<String, String> environment, Predicate<String> classExists)
      throws InvalidWatchesException {
    var reading = read(file, environment, classExists);
    if (!reading.problems().isEmpty()) {
      throw new InvalidWatchesException(file, reading.problems());
    }
    return reading.watches();
  }

  /**
   * Reads a file as far as possible.
   *
   * @return the readable entries, and all problems
   */
  public Reading read(Path file, Map<String, String> environment, Predicate<String> classExists) {
    try {
      return read(file, text(file), environment, classExists);
    } catch (IOException e) {
      return new Reading(new Watches(file, List.of(), List.of()), List.of(unreadable(file, e)));
    }
  }

  /** Refuses a pipe or a device, which may never end. */
  private static String text(Path file) throws IOException {
    if (Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
      throw new FileSystemException(file.toString(), null, "a pipe or a device, not a file");
    }
    return Files.readString(file);
  }

  public Reading read(
      Path file, String text, Map<String, String> environment, Predicate<String> classExists) {
    try {
      var problems = Problems.of(file);
      var watches = watches(list(file, text), environment, classExists, problems);
      return new Reading(watches, problems.sorted());
    } catch (InvalidWatchesException e) {
      return new Reading(new Watches(file, List.of(), List.of()), e.problems());
    }
  }

  /** Returns the entries, or throws the problem that makes the file unreadable. */
  private static List<Marked> list(Path file, String text) throws InvalidWatchesException {
    try {
      var documents = MarkedYaml.documents(text);
      int line = documents.isEmpty() ? 1 : documents.getLast().line();
      if (documents.size() > 1) {
        throw invalid(file, line, "a second YAML document", "put all entries into one list");
      }
      if (!documents.isEmpty() && !(documents.getFirst() instanceof Marked.Sequence)) {
        throw invalid(file, line, "expected a list", "begin each entry with -");
      }
      if (documents.isEmpty() || ((Marked.Sequence) documents.getFirst()).items().isEmpty()) {
        var example = "add an entry with group, version, kind and chart";
        throw invalid(file, line, "no watches defined", example);
      }
      return ((Marked.Sequence) documents.getFirst()).items();
    } catch (InvalidYamlException e) {
      throw invalid(file, e.line(), e.problem(), "look at column " + e.column());
    }
  }

  static Problem unreadable(Path file, IOException e) {
    var absolute = file.toAbsolutePath().normalize();
    return switch (e) {
      case NoSuchFileException gone -> problem(absolute, 0, "not found", "set --watches-file");
      case AccessDeniedException denied ->
          problem(absolute, 0, "permission denied", "let the operator's user read it");
      case CharacterCodingException coding -> problem(absolute, 0, "not UTF-8", "save it as UTF-8");
      case FileSystemException other when other.getReason() != null ->
          problem(absolute, 0, other.getReason(), "set --watches-file");
      default -> problem(absolute, 0, String.valueOf(e.getMessage()), "set --watches-file");
    };
  }

  private static Problem problem(Path file, int line, String problem, String hint) {
    return new Problem(file, line, "", "", problem, hint);
  }

  private static InvalidWatchesException invalid(Path file, int line, String problem, String hint) {
    return new InvalidWatchesException(file, List.of(problem(file, line, problem, hint)));
  }

  private Watches watches(
      List<Marked> entries,
      Map<String, String> environment,
      Predicate<String> classExists,
      Problems problems) {
    var folder = problems.file().toAbsolutePath().resolveSibling("");
    var reader = new ChartReader(folder, charts, syntax);
    var expansion = new Expansion(environment);
    var watches = new ArrayList<Watch>();
    var first = new HashMap<GroupKind, EntryReader>();
    for (int index = 0; index < entries.size(); index++) {
      var path = "watches[" + index + "]";
      if (entries.get(index) instanceof Marked.Mapping mapping) {
        var schema = new WatchesSchema(problems.about(api(mapping)));
        var fields = schema.entry(mapping, path);
        watch(new EntryReader(fields, reader, expansion, syntax, classExists), first)
            .ifPresent(watches::add);
      } else {
        problems.add(
            entries.get(index).line(), path, "expected a mapping", "write key: value lines");
      }
    }
    var notes = problems.notes().stream().map(Problem::message).toList();
    return new Watches(problems.file(), watches, notes);
  }

  /** Returns an entry's API for messages, whether it is valid or not. */
  private static String api(Marked.Mapping entry) {
    var version = text(entry, "version");
    var kind = text(entry, "kind");
    return version.isEmpty() || kind.isEmpty()
        ? ""
        : new GroupVersionKind(text(entry, "group"), version, kind).toString();
  }

  private static String text(Marked.Mapping entry, String field) {
    return entry
        .entry(field)
        .filter(found -> found.value() instanceof Marked.Scalar && !found.value().isNull())
        .map(found -> Fields.text(found.value()))
        .orElse("");
  }

  /**
   * Reads an entry.
   *
   * @param first the first entry with each kind, in any version
   */
  private static Optional<Watch> watch(EntryReader entry, Map<GroupKind, EntryReader> first) {
    var source = entry.source();
    var options = entry.options();
    var webhooks = entry.webhooks();
    var api = entry.api();
    api.flatMap(gvk -> Optional.ofNullable(first.putIfAbsent(GroupKind.of(gvk), entry)))
        .ifPresent(before -> reportTwice(before, entry));
    return api.flatMap(
        gvk -> source.map(who -> new Watch(gvk, who, options, webhooks, entry.fields().line())));
  }

  private static void reportTwice(EntryReader before, EntryReader entry) {
    int line = before.fields().line();
    if (before.api().equals(entry.api())) {
      entry.fields().problem("duplicate GVK, also at line " + line, "keep one");
    } else {
      var version = before.api().orElseThrow().version();
      entry
          .fields()
          .problem(
              "the same objects are watched in version %s at line %d".formatted(version, line),
              "keep the version that charts and reconcilers are written for");
    }
  }
}
