package dev.catamaran.it;

import static dev.catamaran.testcluster.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class ReadinessIT {

  @Test
  void followsTheWorkloads(TestNamespace namespace) {
    namespace.operate(Watching.chart("Widget", TestChart.memcached()));
    namespace.apply("Widget", "cache", "{nodeSelector: {place: nowhere}}");
    eventually(
        () -> {
          var ready = namespace.condition("Widget", "cache", "Ready");
          assertEquals("False", ready.get("status"));
          assertEquals("Progressing", ready.get("reason"));
          assertTrue(ready.get("message").contains("Deployment/cache-memcached"), ready::toString);
          assertEquals("True", namespace.condition("Widget", "cache", "Deployed").get("status"));
        });

    namespace.apply("Widget", "cache", "{}");

    namespace.awaitReady("Widget", "cache");
    assertEquals("AllReady", namespace.condition("Widget", "cache", "Ready").get("reason"));
  }
}
