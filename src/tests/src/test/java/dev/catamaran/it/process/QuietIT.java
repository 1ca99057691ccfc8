package dev.catamaran.it.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuietIT {
  private static final Duration PERIOD = Duration.ofMillis(300);

  @Test
  void sendsNoRequestsWhileNothingChanges(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var watching =
        Watching.chart(
            "Widget",
            TestChart.memcached(),
            "valuesFrom: [{kind: ConfigMap, name: settings, optional: true}]");
    var operator = namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "cache", "{replicaCount: 2}");
    namespace.awaitReady("Widget", "cache");

    Rest.ofOperator(requests, Duration.ofSeconds(2), () -> operator.passes("Widget"), 2);

    assertEquals(List.of("1 deployed"), namespace.revisions("cache"));
  }

  @Test
  void keepsTheFirstRenderingOfAChartWithRandomValues(TestNamespace namespace) {
    var watching = Watching.chart("Widget", passwords());
    var first = namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    var password = password(namespace);
    assertFalse(password.isEmpty());

    Rest.during(() -> first.passes("Widget"), 2, () -> assertEquals(password, password(namespace)));
    first.close();
    var second = namespace.operate(watching, PERIOD);
    Rest.during(
        () -> second.passes("Widget"), 2, () -> assertEquals(password, password(namespace)));

    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void writesNothingToAPrimaryWithARefusedSpec(TestNamespace namespace) {
    var operator = namespace.operate(Watching.chart("Widget", passwords()), PERIOD);
    var one = namespace.widget("one").apply("[not, an, object]");
    one.awaitReason("Stalled", "InvalidSpec");
    var before = one.value("metadata.resourceVersion");
    Rest.during(
        () -> operator.passes("Widget"),
        3,
        () -> assertEquals(before, one.value("metadata.resourceVersion")));
  }

  private static String password(TestNamespace namespace) {
    return namespace.data("one-password").getOrDefault("password", "");
  }

  private static Path passwords() {
    return TestChart.named("passwords")
        .configMap("password", "password", "\"{{ randAlphaNum 16 }}\"")
        .path();
  }
}
