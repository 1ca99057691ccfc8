package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.HelmCall;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestEngine;
import dev.catamaran.testcluster.TestNamespace;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@RealNode
class TestHooksIT {
  private static final String ANYWHERE = "{}";
  private static final String NOWHERE = "{test.catamaran.dev/no: such-node}";

  @Test
  void storesTheSuccessOfTheTests(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(chart(ANYWHERE, 600), "{}");
    assertEquals("", phase(helm));

    helm.engine().run(new HelmCall.Test(helm.release(), Duration.ofMinutes(3)));

    assertEquals("Succeeded", phase(helm));
  }

  @Test
  void reportsTheFailedTestAndTheReason(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(chart(NOWHERE, 3), "{}");

    var failure = failure(helm, Duration.ofMinutes(3));

    assertEquals("job one-try failed: DeadlineExceeded", failure.getMessage());
    assertEquals("Failed", phase(helm));
  }

  @Test
  void stopsTheWaitForATestAtTheTimeout(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    // Its Job ends much later, and its creation takes a part of the timeout.
    helm.install(chart(NOWHERE, 600), "{}");

    var failure = failure(helm, Duration.ofSeconds(10));

    assertEquals("the hook Job/one-try did not end within 10s", failure.getMessage());
  }

  @Test
  void acceptsAChartWithoutTests(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(TestChart.named("untested").configMap("a", "a", "a").path(), "{}");
    helm.engine().run(new HelmCall.Test(helm.release(), Duration.ofMinutes(1)));
    assertEquals("deployed", helm.payload(1).path("info").path("status").asText());
  }

  private static EngineException failure(TestEngine helm, Duration timeout) {
    return assertThrows(
        EngineException.class, () -> helm.engine().run(new HelmCall.Test(helm.release(), timeout)));
  }

  private static String phase(TestEngine helm) {
    return helm.payload(1).path("hooks").path(0).path("last_run").path("phase").asText();
  }

  private static Path chart(String nodes, int deadlineSeconds) {
    return TestChart.named("tested")
        .configMap("a", "a", "a")
        .template(
            "try.yaml",
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: "{{ .Release.Name }}-try", annotations: {helm.sh/hook: test}}
            spec:
              activeDeadlineSeconds: %d
              template:
                spec:
                  restartPolicy: Never
                  nodeSelector: %s
                  containers: [{name: try, image: "memcached:1.6-alpine", command: [memcached, -V]}]
            """
                .formatted(deadlineSeconds, nodes))
        .path();
  }
}
