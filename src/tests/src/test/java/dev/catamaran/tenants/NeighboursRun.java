package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.GoOperator;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows beside helm-operator what happens to the fields, objects and releases of others. Prints a
 * Markdown table, and fails never. It is not part of the tests:
 *
 * <p>{@code hack/mvn -q verify -Dtest=none -Dit.test=NeighboursRun}
 */
class NeighboursRun {
  private static final Logger log = LoggerFactory.getLogger(NeighboursRun.class);
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration TO_STOP = Duration.ofSeconds(30);
  private static final String BUNDLE = "T25lIENlcnRpZmljYXRl";
  private static final int WORKERS = 4;

  private enum Contender {
    CATAMARAN,
    HELM_OPERATOR
  }

  /** A namespace with an operator. */
  private static final class Place {
    private final Contender contender;
    private final TestNamespace namespace;
    private final Watching watching = Watching.chart("Widget", chart());
    private OperatorProcess operator;

    Place(Contender contender, TestNamespace namespace) {
      this.contender = contender;
      this.namespace = namespace;
      this.operator = launch();
    }

    private OperatorProcess launch() {
      return switch (contender) {
        case CATAMARAN -> namespace.launch(watching, "--max-concurrent-reconciles=" + WORKERS);
        case HELM_OPERATOR -> namespace.launch(GoOperator.OPERATOR_SDK, watching);
      };
    }

    void apply(String name, Map<String, ?> spec) {
      namespace.apply("Widget", name, Serialization.asJson(spec));
    }

    /** Applies a primary and awaits its objects. */
    String made(String name, Map<String, ?> spec) {
      apply(name, spec);
      return after(
          () ->
              assertEquals(
                  spec.get("note"), namespace.data(name + "-note").get("note"), name + " is made"));
    }

    /** Returns after how long something was so. */
    String after(Executable expected) {
      long begin = System.nanoTime();
      try {
        within(LIMIT, expected);
        return "%.1f s".formatted((System.nanoTime() - begin) / 1e9);
      } catch (RuntimeException e) {
        return "not within " + LIMIT.toSeconds() + " s";
      }
    }

    String process() {
      var ended = after(() -> assertFalse(operator.isAlive()));
      return operator.isAlive() ? "the operator runs on" : "the operator has ended after " + ended;
    }
  }

  private record Observation(String what, Function<Place, String> result) {}

  private static final List<Observation> OBSERVATIONS =
      List.of(
          new Observation(
              "An autoscaler has set 8 replicas in place of 3; the next revision names none",
              place -> {
                place.made("one", Map.of("note", "a", "replicas", 3));
                edit(place, "{\"spec\": {\"replicas\": 8}}");
                place.apply("one", Map.of("note", "b"));
                var upgraded = place.after(() -> assertNote(place, "b"));
                return upgraded + ", then replicas " + deployment(place).getSpec().getReplicas();
              }),
          new Observation(
              "An injector has filled `caBundle`; then another value changes",
              place -> {
                place.made("two", Map.of("note", "a"));
                inject(place);
                place.apply("two", Map.of("note", "b"));
                place.after(() -> assertEquals("b", place.namespace.data("two-note").get("note")));
                return BUNDLE.equals(bundle(place)) ? "it stays" : "it is removed";
              }),
          new Observation(
              "An object becomes a hook in the next revision",
              place -> {
                place.made("three", Map.of("note", "a"));
                place.apply("three", Map.of("note", "b", "hook", true));
                var done =
                    place.after(
                        () -> assertEquals("b", place.namespace.data("three-note").get("note")));
                return place.namespace.get(ConfigMap.class, "three-note") == null
                    ? "the object is gone"
                    : "new content after " + done;
              }),
          new Observation(
              "A value with line breaks writes a further object into the manifest",
              place -> {
                var text = "a\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: smuggled}";
                place.apply("four", Map.of("note", "a", "unquoted", text));
                var made =
                    place.after(
                        () ->
                            assertTrue(
                                place.namespace.get(ConfigMap.class, "smuggled") != null
                                    || status(place, "four").contains("NotAllowed")));
                return place.namespace.get(ConfigMap.class, "smuggled") == null
                    ? "refused"
                    : "made after " + made;
              }),
          new Observation(
              "A descendant is deleted",
              place -> {
                place.made("five", Map.of("note", "a"));
                var before = place.namespace.existing(ConfigMap.class, "five-note");
                place.namespace.client().resource(before).delete();
                return place.after(
                    () ->
                        assertNotEquals(
                            before.getMetadata().getUid(),
                            place
                                .namespace
                                .existing(ConfigMap.class, "five-note")
                                .getMetadata()
                                .getUid()));
              }),
          new Observation(
              "%d hooks that never end; then another primary of the same namespace"
                  .formatted(WORKERS),
              place -> {
                for (int i = 0; i < WORKERS; i++) {
                  place.apply("endless-" + i, Map.of("note", "a", "endless", true));
                }
                place.after(() -> assertEquals(WORKERS, hooks(place)));
                return place.made("six", Map.of("note", "a"));
              }),
          new Observation(
              "SIGKILL while the hook of an upgrade runs, a restart, and the hook goes from the spec",
              place -> {
                place.made("seven", Map.of("note", "a"));
                place.apply("seven", Map.of("note", "b", "endless", true));
                place.after(() -> assertEquals(1, hooks(place)));
                place.operator.kill();
                place.operator.awaitExit(TO_STOP);
                place.operator = place.launch();
                return place.made("seven", Map.of("note", "c"));
              }),
          new Observation(
              "A text in the values calls itself without end; then another primary",
              place -> {
                place.apply("eight", Map.of("note", "a", "text", "{{ tpl .Values.text . }}"));
                var other = place.made("nine", Map.of("note", "a"));
                return other + ", " + place.process();
              }));

  @Test
  void observe() {
    var rows = new ArrayList<>(List.of("| | Catamaran | helm-operator |", "|---|---|---|"));
    for (var observation : OBSERVATIONS) {
      var results =
          Stream.of(Contender.values())
              .map(contender -> result(contender, observation))
              .collect(Collectors.joining(" | "));
      rows.add("| %s | %s |".formatted(observation.what(), results));
      log.info("{}", rows.getLast());
    }
    log.info("\n{}", String.join("\n", rows));
  }

  private static String result(Contender contender, Observation observation) {
    try (var namespace = TestNamespace.create()) {
      return observation.result().apply(new Place(contender, namespace));
    }
  }

  private static Path chart() {
    return TestChart.named("shared")
        .values("{note: \"\", text: \"\", unquoted: \"\", hook: false, endless: false}")
        .template(
            "note.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: {{ .Release.Name }}-note
              {{- if .Values.hook }}
              annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
              {{- end }}
            data: {note: {{ .Values.note | quote }}, text: {{ tpl .Values.text . | quote }}}
            """)
        .template(
            "unquoted.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: {{ .Release.Name }}-unquoted}
            data:
              text: {{ .Values.unquoted }}
            """)
        .template(
            "deployment.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: {{ .Release.Name }}, labels: {note: {{ .Values.note | quote }}}}
            spec:
              {{- with .Values.replicas }}
              replicas: {{ . }}
              {{- end }}
              selector: {matchLabels: {app: {{ .Release.Name }}}}
              template:
                metadata: {labels: {app: {{ .Release.Name }}}}
                spec: {containers: [{name: main, image: none}]}
            """)
        .template(
            "webhook.yaml",
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: {{ .Release.Namespace }}-{{ .Release.Name }}}
            webhooks:
            - name: a.b.c
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Ignore
              clientConfig: {caBundle: "", service: {name: none, namespace: {{ .Release.Namespace }}}}
              rules: [{apiGroups: [none.example], apiVersions: [v1], resources: [none], operations: [CREATE]}]
            """)
        .template(
            "endless.yaml",
            """
            {{- if .Values.endless }}
            apiVersion: v1
            kind: Pod
            metadata:
              name: {{ .Release.Name }}-hook
              annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
            spec: {nodeSelector: {no: node}, containers: [{name: main, image: none}]}
            {{- end }}
            """)
        .path();
  }

  private static Deployment deployment(Place place) {
    return place.namespace.existing(Deployment.class, "one");
  }

  private static void assertNote(Place place, String note) {
    assertEquals(note, deployment(place).getMetadata().getLabels().get("note"));
  }

  private static void edit(Place place, String patch) {
    place.namespace.client().resource(deployment(place)).patch(patch);
  }

  private static ValidatingWebhookConfiguration webhook(Place place) {
    return place
        .namespace
        .client()
        .resources(ValidatingWebhookConfiguration.class)
        .withName(place.namespace.name() + "-two")
        .require();
  }

  private static void inject(Place place) {
    var filled = webhook(place);
    filled.getWebhooks().getFirst().getClientConfig().setCaBundle(BUNDLE);
    place.namespace.client().resource(filled).update();
  }

  private static String bundle(Place place) {
    return Objects.requireNonNullElse(
        webhook(place).getWebhooks().getFirst().getClientConfig().getCaBundle(), "");
  }

  private static int hooks(Place place) {
    return (int)
        place
            .namespace
            .client()
            .resources(Pod.class)
            .inNamespace(place.namespace.name())
            .list()
            .getItems()
            .stream()
            .filter(pod -> pod.getMetadata().getName().endsWith("-hook"))
            .count();
  }

  private static String status(Place place, String primary) {
    return String.valueOf(place.namespace.primary("Widget", primary));
  }
}
