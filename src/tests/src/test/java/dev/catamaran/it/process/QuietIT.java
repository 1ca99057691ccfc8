package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
    namespace.apply("Widget", "one", "[not, an, object]");
    eventually(
        () ->
            assertEquals(
                "InvalidSpec", namespace.condition("Widget", "one", "Stalled").get("reason")));
    var before = version(namespace.primary("Widget", "one"));

    Rest.during(
        () -> operator.passes("Widget"),
        3,
        () -> assertEquals(before, version(namespace.primary("Widget", "one"))));
  }

  private static String version(@Nullable HasMetadata object) {
    return Objects.requireNonNull(object).getMetadata().getResourceVersion();
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
