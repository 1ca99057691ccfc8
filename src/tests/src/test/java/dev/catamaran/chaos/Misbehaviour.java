package dev.catamaran.chaos;

import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.TrialChart;
import dev.catamaran.trial.TrialKinds;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tenants that write bad objects. Each may harm only its own objects, or none. */
final class Misbehaviour {
  private static final int LONG_KEY = 60_000;
  private static final int LARGE = 900_000;
  private static final int DEEP = 90;
  private static final int MANY = 2_000;

  private final TestNamespace namespace;
  private final Random random;
  private final Tally tally;
  private final Deck<Kind> kinds;
  private final List<Runnable> undo = new ArrayList<>();
  private int number;

  private enum Kind {
    A_TAB,
    A_LONG_KEY,
    A_DEEP_SPEC,
    A_LARGE_SPEC,
    A_CYCLE,
    MANY_SOURCES_OF_VALUES,
    NONSENSE_ANNOTATIONS,
    YAML_IN_A_VALUE,
    A_MAP_FOR_A_TEXT,
    A_HUGE_NUMBER,
    A_FORGED_REVISION,
    A_STOLEN_NAME
  }

  Misbehaviour(TestNamespace namespace, Random random, Tally tally) {
    this.namespace = namespace;
    this.random = random;
    this.tally = tally;
    this.kinds = new Deck<>(EnumSet.allOf(Kind.class), random);
    for (var kind : Kind.values()) {
      tally.expect("bad tenant", Tally.words(kind));
    }
  }

  /** One tenant writes one bad object. */
  void act(List<TrialChart> charts) {
    var kind = kinds.deal();
    var chart = charts.get(random.nextInt(charts.size()));
    var name = "bad-" + number++;
    tally.add("bad tenant", Tally.words(kind));
    try {
      write(kind, chart, name);
    } catch (KubernetesClientException e) {
      tally.add("bad tenant", "%s: refused with %d".formatted(Tally.words(kind), e.getCode()));
    }
  }

  /** Deletes all bad objects. All of them must disappear. */
  void end() {
    undo.forEach(Runnable::run);
    undo.clear();
  }

  private void write(Kind kind, TrialChart chart, String name) {
    switch (kind) {
      case A_TAB -> make(chart, name, Map.of("step", "\t2"), Map.of());
      case A_LONG_KEY -> make(chart, name, Map.of("k".repeat(LONG_KEY), "v"), Map.of());
      case A_DEEP_SPEC -> make(chart, name, deep(), Map.of());
      case A_LARGE_SPEC -> make(chart, name, Map.of("fill", fill()), Map.of());
      case A_CYCLE ->
          make(
              chart,
              name,
              Map.of(),
              Map.of(
                  "catamaran.dev/depends-on",
                  "%s.charts.test.catamaran.dev/%s".formatted(chart.kind(), name)));
      case MANY_SOURCES_OF_VALUES ->
          make(
              chart,
              name,
              Map.of(),
              Map.of(
                  "catamaran.dev/values-from",
                  IntStream.range(0, MANY)
                      .mapToObj(i -> "ConfigMap/none-" + i)
                      .collect(Collectors.joining(", "))));
      case NONSENSE_ANNOTATIONS ->
          make(
              chart,
              name,
              Map.of(),
              Map.of("catamaran.dev/pause", "perhaps", "catamaran.dev/rollback-to", "-1"));
      case YAML_IN_A_VALUE ->
          make(chart, name, Map.of("step", "\"\n---\nkind: ConfigMap\n\t{{ &a *a !!x"), Map.of());
      case A_MAP_FOR_A_TEXT -> make(chart, name, Map.of("step", Map.of("a", List.of(1))), Map.of());
      case A_HUGE_NUMBER -> make(chart, name, Map.of("step", 9_007_199_254_740_993L), Map.of());
      case A_FORGED_REVISION -> forge(name);
      case A_STOLEN_NAME -> forge(chart.name() + "-stolen-" + name);
    }
  }

  private void make(
      TrialChart chart, String name, Map<String, Object> spec, Map<String, String> annotations) {
    var primaries = TrialKinds.primaries(chart, namespace);
    primaries.resource(primary(chart, name, spec, annotations)).create();
    undo.add(() -> primaries.withName(name).delete());
  }

  private GenericKubernetesResource primary(
      TrialChart chart, String name, Map<String, Object> spec, Map<String, String> annotations) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion(TrialKinds.API)
        .withKind(chart.kind())
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace.name())
        .withAnnotations(annotations)
        .endMetadata()
        .addToAdditionalProperties("spec", spec)
        .build();
  }

  /** Stores a revision that Helm did not write. */
  private void forge(String release) {
    var secrets = namespace.client().secrets().inNamespace(namespace.name());
    var name = "sh.helm.release.v1." + release + ".v1";
    secrets.resource(forged(release, name)).create();
    undo.add(() -> secrets.withName(name).delete());
  }

  private Secret forged(String release, String name) {
    var labels = Map.of("owner", "helm", "name", release, "status", "deployed", "version", "1");
    var junk = new byte[200];
    random.nextBytes(junk);
    return new SecretBuilder()
        .withType("helm.sh/release.v1")
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace.name())
        .withLabels(labels)
        .endMetadata()
        .addToData("release", Base64.getEncoder().encodeToString(junk))
        .build();
  }

  private static Map<String, Object> deep() {
    Map<String, Object> spec = Map.of("end", true);
    for (int i = 0; i < DEEP; i++) {
      spec = Map.of("deeper", spec);
    }
    return spec;
  }

  private String fill() {
    var text = new StringBuilder(LARGE);
    while (text.length() < LARGE) {
      text.append(Long.toString(random.nextLong(), Character.MAX_RADIX));
    }
    return text.toString();
  }
}
