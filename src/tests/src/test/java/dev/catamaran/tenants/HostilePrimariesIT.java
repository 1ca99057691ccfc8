package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Seed;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many primaries at random from a grammar ({@link HostilePrimary}), of a chart that quotes nothing,
 * beside a tenant who does nothing bad. {@code -Dhostile=1000} says how many.
 */
@Tag("nightly")
class HostilePrimariesIT {
  private static final Logger log = LoggerFactory.getLogger(HostilePrimariesIT.class);
  private static final int COUNT = Integer.getInteger("hostile", 60);
  private static final int TENANTS = 4;
  private static final int PREFIX = 30;
  private static final List<String> OF_THE_CHART = List.of("Service ", "Endpoints ", "ConfigMap ");

  private static final String WIDGETS = "/apis/test.catamaran.dev/v1/namespaces/%s/widgets";

  private final HostilePrimary grammar = new HostilePrimary(Seed.of(HostilePrimariesIT.class));
  private final List<Primary> made = new ArrayList<>();

  private record Primary(TestNamespace tenant, String name) {
    String path() {
      return WIDGETS.formatted(tenant.name()) + "/" + name;
    }
  }

  @Test
  void harmsOnlyThemselves() {
    try (var home = TestNamespace.create()) {
      var tenants = IntStream.range(0, TENANTS).mapToObj(i -> TestNamespace.create()).toList();
      var namespaces = Stream.concat(Stream.of(home), tenants.stream()).map(TestNamespace::name);
      var operator = new SharedOperator(home, namespaces.toList(), watching());
      var neighbour = new Neighbour(home);
      neighbour.liveUntil(() -> true);
      var before = ClusterObjects.elsewhere(home.client(), Set.of());
      Tenants.beside(neighbour, () -> live(tenants), operator);
      operator.assertWell();
      assertFalse(operator.log().contains("The engine, which runs Helm, ended"), operator::log);
      operator.restart();
      neighbour.liveUntil(() -> true);
      var own = Stream.concat(Stream.of(home), tenants.stream()).map(TestNamespace::name);
      var after = ClusterObjects.elsewhere(home.client(), own.collect(Collectors.toSet()));
      after.removeAll(before);
      assertEquals(Set.of(), after, "objects outside of the namespaces, " + Seed.option());
      tenants.forEach(this::assertOnlyTheCharts);
      deleteAll();
      operator.assertWell();
      assertFalse(operator.log().contains("The engine, which runs Helm, ended"), operator::log);
      tenants.forEach(TestNamespace::close);
    }
  }

  private static Watching watching() {
    return Watching.chart(
        "Widget", open(), "allowServiceAccountOverride: true", "allowAdoption: true");
  }

  /** A chart that writes its values as they are, in each place where a chart has values. */
  static Path open() {
    return TestChart.named("open")
        .values(
            """
            color: blue
            service: {type: ClusterIP, port: 80}
            label: l
            labels: {}
            annotation: a
            annotations: {}
            lines: l
            template: t
            role: false
            """)
        .configMap("colors", "color", "{{ .Values.color }}")
        .configMap("evaluated", "text", "{{ tpl .Values.template . }}")
        .template(
            "service.yaml",
            """
            apiVersion: v1
            kind: Service
            metadata:
              name: {{ .Release.Name }}
              labels:
                a: {{ .Values.label }}
                {{- with .Values.labels }}{{ toYaml . | nindent 4 }}{{ end }}
            spec:
              type: {{ .Values.service.type }}
              ports:
              - port: {{ .Values.service.port }}
            """)
        .template(
            "lines.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: {{ .Release.Name }}-lines
              annotations:
                a: {{ .Values.annotation }}
                {{- with .Values.annotations }}{{ toYaml . | nindent 4 }}{{ end }}
            data:
              file: |
                {{ .Values.lines }}
              indented: |
            {{ .Values.lines | indent 4 }}
            """)
        .template(
            "role.yaml",
            """
            {{- if .Values.role }}
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: "{{ .Release.Namespace }}-{{ .Release.Name }}"}
            {{- end }}
            """)
        .path();
  }

  private void live(List<TestNamespace> tenants) {
    int refused = 0;
    for (int i = 0; i < COUNT; i++) {
      var primary = new Primary(tenants.get(i % TENANTS), grammar.name(i));
      var json = grammar.json(primary.name());
      if (create(primary, json)) {
        made.add(primary);
      } else {
        refused++;
      }
    }
    log.info("The API server accepted {} and refused {}", made.size(), refused);
    made.forEach(HostilePrimariesIT::awaitReport);
    for (int i = 0; i < made.size(); i += 3) {
      // Another spec, and the same name.
      delete(made.get(i));
      create(made.get(i), grammar.json(made.get(i).name()));
    }
    for (int i = 0; i < made.size(); i += 3) {
      awaitReport(made.get(i));
    }
  }

  private static boolean create(Primary primary, String json) {
    try {
      primary.tenant().client().raw(WIDGETS.formatted(primary.tenant().name()), "POST", json);
      return true;
    } catch (KubernetesClientException e) {
      log.debug("{} is refused: {}", primary, e.getMessage());
      return false;
    }
  }

  /** Each one is told what became of it, or is gone. */
  private static void awaitReport(Primary primary) {
    eventually(
        () -> {
          var text = primary.tenant().client().raw(primary.path());
          assertTrue(
              text == null
                  || text.contains("\"type\":\"Ready\"")
                  || text.contains("\"type\":\"Paused\""),
              () ->
                  primary + " has no report: " + text.substring(0, Math.min(2_000, text.length())));
        });
  }

  private static void delete(Primary primary) {
    beginDeletion(primary);
    eventually(() -> assertNull(primary.tenant().client().raw(primary.path()), primary::toString));
  }

  /** A pause holds a deletion too. */
  private static void beginDeletion(Primary primary) {
    primary.tenant().annotate("Widget", primary.name(), "catamaran.dev/pause", null);
    primary.tenant().deleteAt(primary.path());
  }

  private void deleteAll() {
    for (var primary : made) {
      if (primary.tenant().client().raw(primary.path()) != null) {
        beginDeletion(primary);
      }
    }
    for (var primary : made) {
      eventually(
          () -> assertNull(primary.tenant().client().raw(primary.path()), primary::toString));
    }
  }

  /** A text of a primary makes no object, not even at home. */
  private void assertOnlyTheCharts(TestNamespace tenant) {
    var found = ClusterObjects.of(tenant);
    made.stream()
        .filter(primary -> primary.tenant().equals(tenant))
        // The name of a release is shorter than that of its primary may be.
        .map(primary -> primary.name().substring(0, Math.min(PREFIX, primary.name().length())))
        .forEach(
            name ->
                found.removeIf(
                    object ->
                        OF_THE_CHART.stream().anyMatch(kind -> object.startsWith(kind + name))));
    assertEquals(Set.of(), found, "objects of " + tenant.name() + ", " + Seed.option());
  }
}
