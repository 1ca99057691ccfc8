package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares a plan for several primaries with what the operator then does. */
class PlanCommandIT {
  private static final List<String> NAMES = List.of("one", "two", "three");

  @Test
  void groupsWhatANewChartChangesAndWritesNothing(TestNamespace namespace) {
    var present = Watching.chart("Widget", chart("a")).and("Gadget", other());
    namespace.apply("Widget", "one", "{}");
    namespace.apply("Widget", "two", "{}");
    namespace.apply("Widget", "three", "{label: fixed}");
    namespace.apply("Gadget", "still", "{}");
    // The API server applies the rights of a new account only after a moment.
    var person = namespace.identity("person");
    var operator = namespace.operate(present);
    NAMES.forEach(name -> namespace.awaitRevisions(name, "1 deployed"));
    NAMES.forEach(name -> namespace.awaitReady("Widget", name));
    namespace.awaitReady("Gadget", "still");
    var next = Watching.chart("Widget", chart("b")).and("Gadget", other());
    var before = LiveState.of(namespace);
    var requests = RequestLog.of(person);
    operator.close();
    namespace.apply("Widget", "three", "{label: other}");
    var shell = Shell.in(namespace, next.write()).with(person.kubeconfig());

    var run = shell.run("plan", "--exit-code");

    assertEquals(2, run.code(), run.err());
    var lines = run.lines();
    assertEquals("4 lines", lines.size() + " lines", run.out());
    assertTrue(lines.getFirst().startsWith("2 primaries: "), run.out());
    assertEquals(
        "└── ~ Deployment/<release>-web"
            + " spec.template.spec.containers[web].image: \"a\" -> \"b\"",
        lines.get(1));
    assertTrue(lines.get(2).startsWith("widget.test.catamaran.dev/three in namespace"), run.out());
    assertTrue(lines.get(2).contains("field is immutable"), run.out());
    assertEquals("2 changed, 1 unchanged; 2 restart pods, 1 fail", lines.get(3));
    assertTrue(requests.requests().stream().anyMatch(RequestLog.Request::isDryRun));
    assertEquals(
        List.of(), requests.requests().stream().filter(RequestLog.Request::isWrite).toList());

    namespace.operate(next);
    List.of("one", "two")
        .forEach(name -> namespace.awaitRevisions(name, "1 superseded", "2 deployed"));
    var difference = before.until(LiveState.of(namespace));
    assertEquals(Set.of(), difference.created());
    assertTrue(
        difference.changed().containsAll(Set.of("Deployment/one-web", "Deployment/two-web")));
    assertFalse(difference.changed().contains("ConfigMap/still-page"));
  }

  private static Path chart(String image) {
    return TestChart.named("web")
        .values("{label: fixed, image: %s}".formatted(image))
        .template(
            "web.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}-web"}
            spec:
              selector: {matchLabels: {app: "{{ .Values.label }}"}}
              template:
                metadata: {labels: {app: "{{ .Values.label }}"}}
                spec:
                  containers: [{name: web, image: "{{ .Values.image }}"}]
            """)
        .path();
  }

  private static Path other() {
    return TestChart.named("still").configMap("page", "title", "same").path();
  }
}
