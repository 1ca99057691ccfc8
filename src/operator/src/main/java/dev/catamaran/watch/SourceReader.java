package dev.catamaran.watch;

import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.OverrideTyping;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.NameRule;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.watch.Source.ExtensionSource;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.ValuesReference.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the source of an entry. */
record SourceReader(
    ChartReader charts, Expansion expansion, HelmSyntax templates, Predicate<String> classExists) {

  /** Returns the source; nothing, with a problem, if it is not clear which one is meant. */
  Optional<Source> read(Fields fields) {
    if (!fields.isWritten("reconciler")) {
      return Optional.of(helmChart(fields));
    }
    if (fields.isWritten("chart")) {
      fields.problem("reconciler", "chart and reconciler are both set", "keep one of them");
      return Optional.empty();
    }
    for (var name : WatchesSchema.fieldsOfCharts()) {
      fields.refuse(name, name + " is for charts only", "remove it");
    }
    return Optional.of(new Source.JavaReconcilers(classes(fields, "reconciler")));
  }

  List<WebhookSource> webhooks(Fields fields) {
    return classes(fields, "webhooks").stream()
        .<WebhookSource>map(WebhookSource.Named::new)
        .toList();
  }

  private List<String> classes(Fields fields, String field) {
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

  private HelmChart helmChart(Fields fields) {
    var typing = fields.word("overrideTyping", OverrideTyping.TYPED);
    var overrides = new OverridesReader(fields, expansion, templates, typing).read();
    fields.note(
        "dryRunOption",
        "dryRunOption has no effect: upgrades are decided by digest, not by dry-run",
        "remove it");
    return new HelmChart(
        offer(fields),
        new ValueOptions(valuesFrom(fields), overrides.values(), typing, overrides.variables()),
        fields.bool("watchDependentResources", true),
        fields.integer("maxHistory").orElse(HelmChart.DEFAULT_MAX_HISTORY),
        new Gate(
            fields.bool("wait", false),
            fields.bool("test", false),
            fields.duration("timeout").orElse(Gate.DEFAULT_TIMEOUT)),
        fields
            .mapping("remediation")
            .map(SourceReader::remediation)
            .orElse(RemediationPolicy.DEFAULT),
        fields.word("crds", CrdPolicy.CREATE),
        DriftReader.read(fields),
        classes(fields, "extensions").stream()
            .<ExtensionSource>map(ExtensionSource.Named::new)
            .toList(),
        placement(fields),
        Stream.of(Permission.values())
            .filter(permission -> fields.bool(permission.option(), false))
            .collect(Collectors.toUnmodifiableSet()),
        new DeniedAnnotations(fields.texts("denyAnnotations")),
        RolloutReader.read(fields));
  }

  /** Returns an empty offer after a problem, so that the other fields are still read. */
  private ChartOffer offer(Fields fields) {
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

  private static List<ValuesReference> valuesFrom(Fields fields) {
    return fields.list("valuesFrom").stream().map(SourceReader::reference).toList();
  }

  private static ValuesReference reference(Fields item) {
    var target = item.text("targetPath").filter(text -> !text.isEmpty());
    try {
      if (target.isPresent()) {
        ValuesReference.checkTargetPath(target.get());
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

  private static Placement placement(Fields fields) {
    var ordinary = Placement.DEFAULT;
    var account = fields.text("serviceAccountName");
    account.ifPresent(name -> check(fields, "serviceAccountName", name, NameRule.SERVICE_ACCOUNT));
    if (account.filter("default"::equals).isPresent()) {
      fields.problem(
          "serviceAccountName",
          "service account default is that of all pods that name none, so they would have the rights of the releases",
          "make an account for releases, such as deployer, and name it here");
    }
    return new Placement(
        template(fields, "releaseName", NameRule.RELEASE).orElse(ordinary.releaseName()),
        template(fields, "targetNamespace", NameRule.NAMESPACE).orElse(ordinary.targetNamespace()),
        account,
        places(fields),
        fields.texts("manifestValues"));
  }

  private static Set<AllowedPlace> places(Fields fields) {
    return fields.texts("places").stream()
        .flatMap(text -> AllowedPlace.parse(text).stream())
        .collect(Collectors.toSet());
  }

  private static Optional<NameTemplate> template(Fields fields, String field, NameRule rule) {
    var template = fields.parsed(field, NameTemplate::parse, "allowed are " + NameTemplate.ALLOWED);
    template.flatMap(NameTemplate::literal).ifPresent(name -> check(fields, field, name, rule));
    return template;
  }

  private static void check(Fields fields, String field, String name, NameRule rule) {
    if (!rule.accepts(name)) {
      fields.problem(field, rule.refusal(name), "");
    }
  }
}
