package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.testkit.TestedOperator;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class DeploymentDriftIT {
  private static final Duration PERIOD = Duration.ofMillis(400);

  @Test
  void doesNotRepeatRepairsOfNormalizedFields(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var operator = deploy(namespace);
    // The operator writes Events shortly after the status.
    eventually(() -> assertEquals(1, eventsAbout(namespace, "InstallSuccessful").size()));

    Rest.ofOperator(requests, Duration.ofSeconds(2), () -> operator.passes("Widget"), 2);

    assertEquals(1, namespace.existing(Deployment.class, "one").getMetadata().getGeneration());
    assertEquals(List.of(), eventsAbout(namespace, "DriftCorrected"));
  }

  @Test
  void reportsNoDriftForNormalizedFields(TestNamespace namespace) {
    var operator = deploy(namespace, "drift: warn");

    Rest.during(
        () -> operator.passes("Widget"),
        2,
        () -> assertEquals(Map.of(), namespace.condition("Widget", "one", "Drifted")));
  }

  private static List<String> eventsAbout(TestNamespace namespace, String reason) {
    return namespace.list(Event.class).stream()
        .filter(event -> event.getReason().equals(reason))
        .map(Event::getMessage)
        .toList();
  }

  private static TestedOperator deploy(TestNamespace namespace, String... options) {
    var operator = namespace.operate(Watching.chart("Widget", chart(), options), PERIOD);
    namespace.deploy("Widget", "one", "{}");
    return operator;
  }

  private static Path chart() {
    return TestChart.named("workload")
        .template(
            "deployment.yaml",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "{{ .Release.Name }}"}
            spec:
              replicas: 1
              selector: {matchLabels: {app: "{{ .Release.Name }}"}}
              template:
                metadata: {labels: {app: "{{ .Release.Name }}"}}
                spec:
                  containers:
                    - name: main
                      image: memcached:1.6-alpine
                      env: [{name: EMPTY, value: ""}, {name: NONE, value: null}]
                      command: []
                      resources: {limits: {cpu: 1000m, memory: 1024Mi}}
            """)
        .path();
  }
}
