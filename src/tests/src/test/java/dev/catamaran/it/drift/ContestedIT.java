package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@RealNode
class ContestedIT {
  /** Somewhat less than the time for which a repair must last (release/Contest). */
  private static final Duration LASTING = Duration.ofSeconds(10);

  @Test
  void isReportedAndThrottledUntilItEnds(TestPrimary one) {
    one.operate(
        Watching.chart(
            "Widget", TestChart.named("wanted").configMap("it", "color", "blue").path()));
    one.apply("{}");
    one.awaitReady();
    var undone = new AtomicInteger();
    long end;

    try (var rival =
        one.client()
            .configMaps()
            .inNamespace(one.namespace().name())
            .withName("one-it")
            .inform(new Rival(one, undone))) {
      eventually(
          () -> {
            var drifted = one.condition("Drifted");
            assertEquals("Contested", drifted.get("reason"));
            assertEquals(
                "ConfigMap/one-it: /data/color changed again and again, by rival",
                drifted.get("message"));
          });
      var undoneAtReport = undone.get();
      assertEquals("True", one.condition("Ready").get("status"));
      eventually(() -> assertTrue(undone.get() > undoneAtReport));
      assertTrue(rival.isWatching());
      // Without throttling there are a dozen repairs per second.
      assertTrue(undone.get() < 20, () -> undone + " repairs were undone");
      end = System.nanoTime();
    }

    one.awaitNo("Drifted");
    var reported = Duration.ofNanos(System.nanoTime() - end);
    assertTrue(reported.compareTo(LASTING) > 0, () -> "reported for " + reported);
    assertEquals(Map.of("color", "blue"), one.data("it"));
    assertEquals(List.of("1 deployed"), one.revisions());
  }

  /** Overwrites the color of the chart after each repair. */
  private record Rival(TestPrimary one, AtomicInteger undone)
      implements ResourceEventHandler<ConfigMap> {
    @Override
    public void onAdd(ConfigMap now) {
      overwrite(now);
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap now) {
      overwrite(now);
    }

    @Override
    public void onDelete(ConfigMap last, boolean unknown) {}

    private void overwrite(ConfigMap seen) {
      if (!"red".equals(seen.getData().get("color"))) {
        undone.incrementAndGet();
        one.client()
            .resource(seen)
            .patch(
                new PatchContext.Builder()
                    .withPatchType(PatchType.JSON_MERGE)
                    .withFieldManager("rival")
                    .build(),
                "{\"data\":{\"color\":\"red\"}}");
      }
    }
  }

  private static final Duration PERIOD = Duration.ofMillis(400);

  @Test
  void doesNotRepeatRepairsOfNormalizedFields(TestPrimary one) {
    var requests = RequestLog.of(one.namespace().identity());
    var operator = one.operate(Watching.chart("Widget", chart()), PERIOD);
    one.deploy("{}");
    // The operator writes Events shortly after the status.
    eventually(() -> assertEquals(1, one.events("InstallSuccessful").size()));

    Rest.ofOperator(requests, Duration.ofSeconds(2), () -> operator.passes("Widget"), 2);

    assertEquals("1", one.value(Deployment.class, "", "metadata.generation"));
    assertEquals(List.of(), one.events("DriftCorrected"));
  }

  @Test
  void reportsNoDriftForNormalizedFields(TestPrimary one) {
    var operator = one.operate(Watching.chart("Widget", chart(), "drift: warn"), PERIOD);
    one.deploy("{}");

    Rest.during(
        () -> operator.passes("Widget"), 2, () -> assertEquals(Map.of(), one.condition("Drifted")));
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
