package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class QuietIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final Duration SEVERAL_PERIODS = Duration.ofMillis(4500);

  @Test
  void sendsNoRequestsWhileNothingChanges(TestNamespace namespace) {
    var requests = RequestLog.of(namespace.identity());
    var watching =
        Watching.chart(
            "Widget",
            TestChart.memcached(),
            "valuesFrom: [{kind: ConfigMap, name: settings, optional: true}]");
    namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "cache", "{replicaCount: 2}");
    namespace.awaitReady("Widget", "cache");
    requests.awaitQuiet(PERIOD.multipliedBy(2));

    // A late event of the cluster may cause one more request.
    eventually(
        () -> {
          requests.restart();
          var before = versions(namespace);
          throughout(SEVERAL_PERIODS, () -> assertEquals(before, versions(namespace)));
          assertEquals(List.of(), requests.beyondUpkeep());
        });
    assertEquals(List.of("1 deployed"), namespace.revisions("cache"));
  }

  @Test
  void keepsTheFirstRenderingOfAChartWithRandomValues(TestNamespace namespace) {
    var watching = Watching.chart("Widget", passwords());
    var operator = namespace.operate(watching, PERIOD);
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    var password = password(namespace);
    assertFalse(password.isEmpty());

    throughout(SEVERAL_PERIODS, () -> assertEquals(password, password(namespace)));
    operator.close();
    namespace.operate(watching, PERIOD);
    throughout(SEVERAL_PERIODS, () -> assertEquals(password, password(namespace)));

    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
  }

  @Test
  void writesNothingToAPrimaryWithARefusedSpec(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", passwords()), PERIOD);
    namespace.apply("Widget", "one", "[not, an, object]");
    eventually(
        () ->
            assertEquals(
                "InvalidSpec", namespace.condition("Widget", "one", "Stalled").get("reason")));
    var before = version(namespace.primary("Widget", "one"));

    throughout(
        SEVERAL_PERIODS, () -> assertEquals(before, version(namespace.primary("Widget", "one"))));
  }

  private static List<String> versions(TestNamespace namespace) {
    return List.of(
        version(namespace.primary("Widget", "cache")),
        version(namespace.existing(Service.class, "cache-memcached")),
        version(namespace.existing(Secret.class, "sh.helm.release.v1.cache.v1")));
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
