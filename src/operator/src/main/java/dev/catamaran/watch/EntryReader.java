package dev.catamaran.watch;

import com.fasterxml.jackson.core.JsonPointer;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.manifest.IgnoreRule;
import dev.catamaran.manifest.ObjectPattern;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.NameRule;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.watch.Options.RateLimit;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.OverridesReader.Expansion;
import dev.catamaran.watch.RolloutPolicy.Approval;
import dev.catamaran.watch.RolloutPolicy.OnFailure;
import dev.catamaran.watch.RolloutPolicy.Wave;
import dev.catamaran.watch.RolloutPolicy.Window;
import dev.catamaran.watch.Selector.Operator;
import dev.catamaran.watch.Selector.Requirement;
import dev.catamaran.watch.ValuesReference.Kind;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import dev.catamaran.watch.Watch.DriftOptions;
import dev.catamaran.watch.Watch.DriftPolicy;
import dev.catamaran.watch.Watch.Gate;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watch.Source;
import dev.catamaran.watch.Watch.Source.ExtensionSource;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watch.ValueOptions;
import dev.catamaran.watch.Watch.WebhookSource;
import dev.catamaran.yaml.Marked;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the fields of one entry. Reports what the schema cannot say, such as two that exclude. */
record EntryReader(
    Fields fields,
    ChartReader charts,
    Expansion expansion,
    HelmSyntax syntax,
    Predicate<String> classExists) {
  private static final Wave ALL = new Wave.Share(100);
  private static final ObjectPattern ANY =
      new ObjectPattern(Optional.empty(), Optional.empty(), Selector.everything());

  /** Returns the API; nothing if a part of it is missing or refused. */
  Optional<GroupVersionKind> api() {
    var group = fields.text("group").orElse("");
    return fields
        .text("version")
        .filter(version -> !fields.isRefused("group"))
        .flatMap(
            version -> fields.text("kind").map(kind -> new GroupVersionKind(group, version, kind)));
  }

  /** Returns the source; nothing, with a problem, if it is not clear which one is meant. */
  Optional<Source> source() {
    if (!fields.isWritten("reconciler")) {
      return Optional.of(helmChart());
    }
    if (fields.isWritten("chart")) {
      fields.problem("reconciler", "chart and reconciler are both set", "keep one of them");
      return Optional.empty();
    }
    for (var name : WatchesSchema.fieldsOfCharts()) {
      fields.refuse(name, name + " is for charts only", "remove it");
    }
    return Optional.of(new Source.JavaReconcilers(classes("reconciler")));
  }

  List<WebhookSource> webhooks() {
    return classes("webhooks").stream().<WebhookSource>map(WebhookSource.Named::new).toList();
  }

  Options options() {
    return new Options(
        fields.duration("reconcilePeriod"),
        fields.integer("maxConcurrentReconciles"),
        selector(fields, "selector"),
        fields.mapping("retry").flatMap(EntryReader::retry),
        fields
            .mapping("rateLimit")
            .flatMap(
                limit ->
                    limit
                        .duration("per")
                        .map(per -> new RateLimit(limit.integer("passes").orElseThrow(), per))));
  }

  private List<String> classes(String field) {
    var names = new ArrayList<String>();
    for (var item : fields.items(field)) {
      var name = Fields.text(item);
      if (classExists.test(name)) {
        names.add(name);
      } else {
        fields.problem(
            item.line(),
            field,
            "class " + name + " is not on the class path",
            "add its jar, or correct the name");
      }
    }
    return names;
  }

  private HelmChart helmChart() {
    var typing = fields.word("overrideTyping", OverrideTyping.TYPED);
    var overrides = new OverridesReader(fields, expansion, syntax, typing).read();
    fields.note(
        "dryRunOption",
        "dryRunOption has no effect: upgrades are decided by digest, not by dry-run",
        "remove it");
    return new HelmChart(
        offer(),
        new ValueOptions(
            fields.list("valuesFrom").stream().map(EntryReader::reference).toList(),
            overrides.values(),
            typing,
            overrides.variables()),
        fields.bool("watchDependentResources", true),
        fields.integer("maxHistory").orElse(HelmChart.DEFAULT_MAX_HISTORY),
        new Gate(
            fields.bool("wait", false),
            fields.bool("test", false),
            fields.duration("timeout").orElse(Gate.DEFAULT_TIMEOUT)),
        fields
            .mapping("remediation")
            .map(EntryReader::remediation)
            .orElse(RemediationPolicy.DEFAULT),
        fields.word("crds", CrdPolicy.CREATE),
        drift(),
        classes("extensions").stream().<ExtensionSource>map(ExtensionSource.Named::new).toList(),
        placement(),
        Stream.of(Permission.values())
            .filter(permission -> fields.bool(permission.option(), false))
            .collect(Collectors.toUnmodifiableSet()),
        new DeniedAnnotations(fields.texts("denyAnnotations")),
        rollout());
  }

  /** Returns an empty offer after a problem, so that the other fields are still read. */
  private ChartOffer offer() {
    if (!fields.isWritten("chart") && !fields.isWritten("chartVersions")) {
      fields.problem("chart is required", "or name a Java class with reconciler");
      return ChartOffer.ByVersion.nothing();
    }
    return charts.read(fields);
  }

  private static RemediationPolicy remediation(Fields fields) {
    var ordinary = RemediationPolicy.DEFAULT;
    return new RemediationPolicy(
        fields.word("install", ordinary.install()),
        fields.word("upgrade", ordinary.upgrade()),
        fields.integer("retries").orElse(ordinary.retries()));
  }

  private static ValuesReference reference(Fields item) {
    var target = item.text("targetPath").filter(text -> !text.isEmpty());
    try {
      if (target.isPresent()) {
        var unused = ValueOverride.literal(target.get(), "");
      }
    } catch (InvalidOverrideException e) {
      item.problem("targetPath", "targetPath: " + e.getMessage(), "");
    }
    return new ValuesReference(
        item.word("kind", Kind.SECRET),
        item.text("name").orElseThrow(),
        item.text("key").filter(text -> !text.isEmpty()).orElse(ValuesReference.DEFAULT_KEY),
        item.bool("optional", false),
        target);
  }

  private Placement placement() {
    var ordinary = Placement.DEFAULT;
    var account = fields.text("serviceAccountName");
    account.ifPresent(name -> check("serviceAccountName", name, NameRule.SERVICE_ACCOUNT));
    if (account.filter("default"::equals).isPresent()) {
      fields.problem(
          "serviceAccountName",
          "service account default is that of all pods that name none, so they would have the"
              + " rights of the releases",
          "make an account for releases, such as deployer, and name it here");
    }
    return new Placement(
        template("releaseName", NameRule.RELEASE).orElse(ordinary.releaseName()),
        template("targetNamespace", NameRule.NAMESPACE).orElse(ordinary.targetNamespace()),
        account,
        fields.texts("places").stream()
            .flatMap(text -> AllowedPlace.parse(text).stream())
            .collect(Collectors.toSet()),
        fields.texts("manifestValues"));
  }

  private Optional<NameTemplate> template(String field, NameRule rule) {
    var template = fields.parsed(field, NameTemplate::parse, "allowed are " + NameTemplate.ALLOWED);
    template.flatMap(NameTemplate::literal).ifPresent(name -> check(field, name, rule));
    return template;
  }

  private void check(String field, String name, NameRule rule) {
    if (!rule.accepts(name)) {
      fields.problem(field, rule.refusal(name), "");
    }
  }

  /** Reads a word, or a mapping with that word and rules. */
  private DriftOptions drift() {
    if (fields.value("drift").filter(Marked.Mapping.class::isInstance).isEmpty()) {
      return new DriftOptions(fields.word("drift", DriftPolicy.CORRECT), List.of());
    }
    var drift = fields.mapping("drift").orElseThrow();
    return new DriftOptions(
        drift.word("mode", DriftPolicy.CORRECT),
        drift.list("ignore").stream().map(EntryReader::ignored).toList());
  }

  private static IgnoreRule ignored(Fields rule) {
    var labels = selector(rule, "labelSelector");
    var objects = new ObjectPattern(rule.text("kind"), rule.text("name"), labels);
    var paths = rule.texts("paths").stream().map(JsonPointer::compile).toList();
    boolean isRefused = rule.mapping().entries().stream().anyMatch(found -> found.value().isNull());
    if (paths.isEmpty() && objects.equals(ANY) && !isRefused) {
      rule.problem(
          "a rule that names nothing ignores everything",
          "name paths, kind, name or labelSelector; or say mode: ignore");
    }
    return new IgnoreRule(objects, paths);
  }

  /** Returns the policy; empty if all primaries change at once. */
  private Optional<RolloutPolicy> rollout() {
    if (fields.isWritten(RolloutPolicy.FIELD)) {
      fields.refuse(
          "chartVersions",
          "rollout and chartVersions are both set",
          "custom resources choose their version themselves; keep one of them");
    }
    return fields.mapping(RolloutPolicy.FIELD).map(EntryReader::rollout);
  }

  private static RolloutPolicy rollout(Fields rollout) {
    var waves = rollout.texts("waves").stream().map(EntryReader::wave).toList();
    if (!waves.getLast().equals(ALL)) {
      rollout.problem("waves", "waves: the last one must be 100%", "e.g. [1, 5%, 25%, 100%]");
    }
    return new RolloutPolicy(
        waves,
        rollout.text("orderBy"),
        rollout.integer("atOnce").orElse(RolloutPolicy.DEFAULT_AT_ONCE),
        rollout.duration("readyFor").orElse(RolloutPolicy.DEFAULT_READY_FOR),
        rollout.integer("failures").orElse(1),
        rollout.word("onFailure", OnFailure.HALT),
        rollout.word("approval", Approval.NONE),
        rollout.list("windows").stream().map(EntryReader::window).toList());
  }

  private static Wave wave(String text) {
    int equals = text.indexOf('=');
    if (equals >= 0) {
      return new Wave.Labelled(text.substring(0, equals), text.substring(equals + 1));
    }
    return text.endsWith("%")
        ? new Wave.Share(Integer.parseInt(text.substring(0, text.length() - 1)))
        : new Wave.Count(Integer.parseInt(text));
  }

  private static Window window(Fields window) {
    return new Window(
        window
            .parsed("timeZone", ZoneId::of, "use e.g. Europe/Zurich or UTC")
            .orElse(ZoneId.of("UTC")),
        days(window.texts("days")),
        LocalTime.parse(window.text("from").orElseThrow()),
        LocalTime.parse(window.text("to").orElseThrow()));
  }

  /** Returns the days of their first letters; all if there are none. */
  private static Set<DayOfWeek> days(Set<String> letters) {
    return EnumSet.copyOf(
        Stream.of(DayOfWeek.values())
            .filter(
                day ->
                    letters.isEmpty()
                        || letters.stream()
                            .anyMatch(text -> day.name().startsWith(text.toUpperCase(Locale.ROOT))))
            .toList());
  }

  private static Optional<RetryPolicy> retry(Fields retry) {
    var ordinary = RetryPolicy.DEFAULT;
    var initial = retry.duration("initial");
    var max = retry.duration("max");
    var first =
        initial.orElse(Collections.min(List.of(ordinary.initial(), max.orElse(ordinary.max()))));
    var longest = max.orElse(Collections.max(List.of(ordinary.max(), first)));
    if (longest.compareTo(first) < 0) {
      retry.problem(
          "max",
          "max: %s is shorter than initial, %s"
              .formatted(GoDuration.format(longest), GoDuration.format(first)),
          "make it as long or longer");
      return Optional.empty();
    }
    return Optional.of(
        new RetryPolicy(
            first,
            retry.number("multiplier", ordinary.multiplier()),
            longest,
            retry.number("jitter", ordinary.jitter())));
  }

  /** Reads a selector in the notation of Kubernetes label selectors; all, if there is none. */
  private static Selector selector(Fields fields, String field) {
    return fields.mapping(field).map(EntryReader::selector).orElse(Selector.everything());
  }

  private static Selector selector(Fields selector) {
    var labels = new TreeMap<String, String>();
    for (var label : selector.entries("matchLabels")) {
      labels.put(label.key(), Fields.text(label.value()));
    }
    return new Selector(
        labels, selector.list("matchExpressions").stream().map(EntryReader::requirement).toList());
  }

  private static Requirement requirement(Fields expression) {
    var operator = expression.word("operator", Operator.IN);
    var values = List.copyOf(expression.texts("values"));
    boolean needsValues = operator.wantsValues();
    if (needsValues == values.isEmpty() && !expression.isRefused("values")) {
      expression.problem(
          "operator", operator.word() + (needsValues ? " needs values" : " takes no values"), "");
    }
    return new Requirement(expression.text("key").orElseThrow(), operator, values);
  }
}
