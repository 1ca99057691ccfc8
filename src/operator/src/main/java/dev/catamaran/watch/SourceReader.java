package dev.catamaran.watch;

import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.OverrideTyping;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.watch.Source.ExtensionSource;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.ValuesReference.Kind;
import dev.catamaran.yaml.Marked;
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

  /** Returns the source. Reports a problem and returns nothing if the fields are invalid. */
  Optional<Source> read(Fields fields) {
    var chart = fields.present("chart");
    var reconciler = fields.present("reconciler");
    if (chart.isPresent() && reconciler.isPresent()) {
      fields.problem("reconciler", "chart and reconciler are both set", "keep one of them");
      return Optional.empty();
    }
    if (reconciler.isPresent()) {
      refuseChartFields(fields);
      var names =
          new ClassNamesReader(
              fields, classExists, "reconciler", "com.example.MemcachedReconciler");
      return Optional.of(new Source.JavaReconcilers(names.read(reconciler.get())));
    }
    return Optional.of(helmChart(fields, offer(fields)));
  }

  /** Returns an empty offer after a problem, so that the other fields are still read. */
  private ChartOffer offer(Fields fields) {
    var names = List.of(ChartReader.CHART, ChartReader.VERSIONS);
    if (names.stream().anyMatch(name -> fields.present(name).isPresent())) {
      return charts.read(fields);
    }
    if (!fields.isMisspelt("reconciler") && names.stream().noneMatch(fields::isMisspelt)) {
      fields.problem("chart is required", "or name a Java class with reconciler");
    }
    return ChartOffer.ByVersion.nothing();
  }

  private static void refuseChartFields(Fields fields) {
    for (var name : FieldNames.OF_CHARTS) {
      fields.refuse(name, name + " is for charts only", "remove it");
    }
  }

  private HelmChart helmChart(Fields fields, ChartOffer charts) {
    var typing =
        fields
            .word("overrideTyping", List.of(OverrideTyping.values()))
            .orElse(OverrideTyping.TYPED);
    fields.present("dryRunOption").ifPresent(found -> noteDryRun(fields, found));
    var overrides = new OverridesReader(fields, expansion, templates, typing).read();
    return new HelmChart(
        charts,
        new ValueOptions(valuesFrom(fields), overrides.values(), typing, overrides.variables()),
        fields.bool("watchDependentResources").orElse(true),
        fields.positiveInteger("maxHistory").orElse(HelmChart.DEFAULT_MAX_HISTORY),
        gate(fields),
        remediation(fields),
        fields.word("crds", List.of(CrdPolicy.values()), CrdPolicy::word).orElse(CrdPolicy.CREATE),
        new DriftReader(fields).read(),
        extensions(fields),
        new PlacementReader(fields).read(),
        permissions(fields),
        deniedAnnotations(fields),
        new RolloutReader(fields).read());
  }

  private static Set<Permission> permissions(Fields fields) {
    return Stream.of(Permission.values())
        .filter(permission -> fields.bool(permission.option()).orElse(false))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static DeniedAnnotations deniedAnnotations(Fields fields) {
    var known = String.join(", ", DeniedAnnotations.KNOWN);
    var names = fields.texts(DeniedAnnotations.FIELD, "of " + known);
    for (var name : names) {
      if (!DeniedAnnotations.KNOWN.contains(name)) {
        fields.problem(
            DeniedAnnotations.FIELD,
            "%s: \"%s\" cannot be denied".formatted(DeniedAnnotations.FIELD, name),
            "use names of " + known);
      }
    }
    return new DeniedAnnotations(names);
  }

  private List<ExtensionSource> extensions(Fields fields) {
    var names =
        new ClassNamesReader(fields, classExists, "extensions", "com.example.MemcachedExtension");
    return fields.present("extensions").stream()
        .flatMap(found -> names.read(found).stream())
        .<ExtensionSource>map(ExtensionSource.Named::new)
        .toList();
  }

  List<WebhookSource> webhooks(Fields fields) {
    var names =
        new ClassNamesReader(fields, classExists, "webhooks", "com.example.MemcachedAdmission");
    return fields.present("webhooks").stream()
        .flatMap(found -> names.read(found).stream())
        .<WebhookSource>map(WebhookSource.Named::new)
        .toList();
  }

  private static Gate gate(Fields fields) {
    return new Gate(
        fields.bool("wait").orElse(false),
        fields.bool("test").orElse(false),
        fields.duration("timeout").orElse(Gate.DEFAULT_TIMEOUT));
  }

  private static void noteDryRun(Fields fields, Marked.Entry found) {
    fields.note(
        found,
        "dryRunOption has no effect: upgrades are decided by digest, not by dry-run",
        "remove it");
  }

  private static RemediationPolicy remediation(Fields fields) {
    var ordinary = RemediationPolicy.DEFAULT;
    return fields
        .mapping("remediation", List.of("install", "upgrade", "retries"))
        .map(
            found ->
                new RemediationPolicy(
                    found
                        .word("install", List.of(InstallRemedy.values()))
                        .orElse(ordinary.install()),
                    found
                        .word("upgrade", List.of(UpgradeRemedy.values()))
                        .orElse(ordinary.upgrade()),
                    found.integer("retries", -1).orElse(ordinary.retries())))
        .orElse(ordinary);
  }

  private static List<ValuesReference> valuesFrom(Fields fields) {
    var names = List.of("kind", "name", "key", "optional", "targetPath");
    return fields.list("valuesFrom", names).stream()
        .flatMap(item -> reference(item).stream())
        .toList();
  }

  private static Optional<ValuesReference> reference(Fields item) {
    var kind = item.required("kind", List.of(Kind.values()), Kind::word);
    var name = item.text("name").orElse("");
    if (!ValuesReference.NAME.matcher(name).matches()) {
      item.problem("name", "name \"" + name + "\" is not an object's name", "");
      return Optional.empty();
    }
    var key = item.text("key").filter(text -> !text.isEmpty()).orElse(ValuesReference.DEFAULT_KEY);
    if (!ValuesReference.KEY.matcher(key).matches()) {
      item.problem("key", "key \"" + key + "\" cannot be one", "");
    }
    boolean optional = item.bool("optional").orElse(false);
    var target = targetPath(item);
    return kind.map(found -> new ValuesReference(found, name, key, optional, target));
  }

  private static Optional<String> targetPath(Fields item) {
    var target = item.text("targetPath").filter(text -> !text.isEmpty());
    try {
      if (target.isPresent()) {
        ValuesReference.checkTargetPath(target.get());
      }
    } catch (InvalidOverrideException e) {
      item.problem("targetPath", "targetPath: " + e.getMessage(), "");
    }
    return target;
  }

  /**
   * Reads the class name or the list of class names in a field.
   *
   * @param field name of the field
   * @param example a class name for hints
   */
  private record ClassNamesReader(
      Fields fields, Predicate<String> classExists, String field, String example) {

    List<String> read(Marked.Entry entry) {
      var names = new ArrayList<String>();
      var items =
          entry.value() instanceof Marked.Sequence list ? list.items() : List.of(entry.value());
      if (items.isEmpty()) {
        fields.problem(field, entry.line(), field + ": the list is empty", "name a Java class");
      }
      for (var item : items) {
        var name = item instanceof Marked.Scalar scalar ? scalar.text() : "";
        if (isUsable(item.line(), name, names)) {
          names.add(name);
        }
      }
      return names;
    }

    private boolean isUsable(int line, String name, List<String> before) {
      if (!isClassName(name)) {
        fields.problem(
            field,
            line,
            field + ": \"" + name + "\" is not a Java class name",
            "use e.g. " + example);
        return false;
      }
      if (before.contains(name)) {
        fields.problem(field, line, field + ": " + name + " is listed twice", "remove one");
        return false;
      }
      if (!classExists.test(name)) {
        fields.problem(
            field,
            line,
            "class " + name + " is not on the class path",
            "add its jar, or correct the name");
        return false;
      }
      return true;
    }

    private static boolean isClassName(String name) {
      for (var part : name.split("\\.", -1)) {
        if (part.isEmpty()
            || !Character.isJavaIdentifierStart(part.codePointAt(0))
            || !part.codePoints().allMatch(Character::isJavaIdentifierPart)) {
          return false;
        }
      }
      return true;
    }
  }
}
