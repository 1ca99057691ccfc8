package dev.catamaran.watch;

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
    var list = WatchesText.read(file);
    var problems = new Problems(file);
    var watches = watches(list, file, environment, classExists, problems);
    problems.throwIfAny();
    return watches;
  }

  /**
   * Reads a file as far as possible, without a check of the reconcilers' classes.
   *
   * @param file watches file; relative chart paths start in its folder
   * @param environment variables for <code>${VAR}</code> in overrideValues
   * @return the readable entries, and all problems
   */
  public WatchesReading read(Path file, Map<String, String> environment) {
    try {
      var problems = new Problems(file);
      var watches = watches(WatchesText.read(file), file, environment, name -> true, problems);
      return new WatchesReading(watches, problems.sorted());
    } catch (InvalidWatchesException e) {
      return new WatchesReading(new Watches(file, List.of(), List.of()), e.problems());
    }
  }

  private Watches watches(
      Marked.Sequence list,
      Path file,
      Map<String, String> environment,
      Predicate<String> classExists,
      Problems problems) {
    var folder = file.toAbsolutePath().resolveSibling("");
    var sources =
        new SourceReader(
            new ChartReader(folder, charts, syntax),
            new Expansion(environment),
            syntax,
            classExists);
    var watches = watches(list.items(), sources, problems);
    return new Watches(file, watches, problems.notes());
  }

  private static List<Watch> watches(List<Marked> items, SourceReader sources, Problems problems) {
    var watches = new ArrayList<Watch>();
    var claims = new Claims();
    for (int index = 0; index < items.size(); index++) {
      if (items.get(index) instanceof Marked.Mapping mapping) {
        watch(new Fields(mapping, index, problems), sources, claims).ifPresent(watches::add);
      } else {
        problems.add(
            items.get(index).line(),
            "watches[" + index + "]",
            "",
            "expected a mapping",
            "write key: value lines");
      }
    }
    return watches;
  }

  private static Optional<Watch> watch(Fields fields, SourceReader sources, Claims claims) {
    fields.checkNames();
    var gvk = new ApiReader(fields).read();
    var source = sources.read(fields);
    var options =
        new Options(
            fields.duration("reconcilePeriod"),
            fields.positiveInteger("maxConcurrentReconciles"),
            new SelectorReader(fields, "selector").read(),
            new RetryReader(fields).retry(),
            new RetryReader(fields).rateLimit());
    gvk.ifPresent(found -> claims.claim(found, source, fields));
    var webhooks = sources.webhooks(fields);
    return gvk.flatMap(
        api -> source.map(who -> new Watch(api, who, options, fields.line()).with(webhooks)));
  }
}
