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
import java.util.regex.Pattern;

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

  /** Reads the API that an entry watches. */
  private record ApiReader(Fields fields) {

    private static final String LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
    private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern VERSION = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern KIND = Pattern.compile("[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?");
    private static final int SUBDOMAIN_LIMIT = 253;

    Optional<GroupVersionKind> read() {
      var group = fields.text("group").orElse("");
      boolean named = group.isEmpty() || isGroup(group);
      var version = required("version", VERSION, "v1alpha1");
      var kind = required("kind", KIND, "Memcached");
      return named && version.isPresent() && kind.isPresent()
          ? Optional.of(new GroupVersionKind(group, version.get(), kind.get()))
          : Optional.empty();
    }

    private boolean isGroup(String group) {
      if (SUBDOMAIN.matcher(group).matches() && group.length() <= SUBDOMAIN_LIMIT) {
        return true;
      }
      fields.problem(
          "group", "group \"" + group + "\" is not a DNS subdomain", "use e.g. cache.example.com");
      return false;
    }

    private Optional<String> required(String field, Pattern pattern, String example) {
      var text = fields.text(field);
      if (text.isEmpty() && (fields.present(field).isPresent() || fields.isMisspelt(field))) {
        return Optional.empty();
      }
      if (text.orElse("").isEmpty()) {
        fields.problem(field, field + " must not be empty", "add e.g. " + field + ": " + example);
      } else if (!pattern.matcher(text.get()).matches()) {
        fields.problem(
            field, field + " \"" + text.get() + "\" is not a name", "use e.g. " + example);
      }
      return text.filter(name -> pattern.matcher(name).matches());
    }
  }
}
