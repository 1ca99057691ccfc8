package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.yaml.Marked;
import java.nio.file.Path;
import java.util.ArrayList;
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
  /**
   * Loads a file without a check of the reconcilers' classes.
   *
   * @param environment variables for <code>${VAR}</code> in overrideValues
   * @throws InvalidWatchesException with all problems, if there is one
   */
  public Watches load(Path file, Map<String, String> environment) throws InvalidWatchesException {
    return load(file, environment, name -> true);
  }

  /**
   * Loads a file.
   *
   * @param file watches file; relative chart paths start in its folder
   * @param environment variables for <code>${VAR}</code> in overrideValues
   * @param classExists whether a reconciler's class exists
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
   * Reads a file as far as possible, without a check of the reconcilers' classes.
   *
   * @param file watches file; relative chart paths start in its folder
   * @param environment variables for <code>${VAR}</code> in overrideValues
   * @return the readable entries, and all problems
   */
  public WatchesReading read(Path file, Map<String, String> environment) {
    return read(file, environment, name -> true);
  }

  private WatchesReading read(
      Path file, Map<String, String> environment, Predicate<String> classExists) {
    try {
      var problems = Problems.of(file);
      var watches = watches(WatchesText.read(file), environment, classExists, problems);
      return new WatchesReading(watches, problems.sorted());
    } catch (InvalidWatchesException e) {
      return new WatchesReading(new Watches(file, List.of(), List.of()), e.problems());
    }
  }

  private Watches watches(
      Marked.Sequence list,
      Map<String, String> environment,
      Predicate<String> classExists,
      Problems problems) {
    var folder = problems.file().toAbsolutePath().resolveSibling("");
    var sources =
        new SourceReader(
            new ChartReader(folder, charts, syntax),
            new Expansion(environment),
            syntax,
            classExists);
    var watches = new ArrayList<Watch>();
    var claims = new Claims();
    for (int index = 0; index < list.items().size(); index++) {
      var path = "watches[" + index + "]";
      if (list.items().get(index) instanceof Marked.Mapping mapping) {
        var schema = new WatchesSchema(problems.about(api(mapping)));
        watch(schema.entry(mapping, path), sources, claims).ifPresent(watches::add);
      } else {
        problems.add(
            list.items().get(index).line(), path, "expected a mapping", "write key: value lines");
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

  private static Optional<Watch> watch(Fields fields, SourceReader sources, Claims claims) {
    var source = sources.read(fields);
    var options = OptionsReader.options(fields);
    var webhooks = sources.webhooks(fields);
    return api(fields)
        .flatMap(
            api -> {
              claims.claim(api, source, fields);
              return source.map(who -> new Watch(api, who, options, webhooks, fields.line()));
            });
  }

  private static Optional<GroupVersionKind> api(Fields fields) {
    var group = fields.text("group");
    return group.isEmpty() && fields.isWritten("group")
        ? Optional.empty()
        : fields
            .text("version")
            .flatMap(
                version ->
                    fields
                        .text("kind")
                        .map(kind -> new GroupVersionKind(group.orElse(""), version, kind)));
  }
}
