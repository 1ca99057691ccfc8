package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class PassLogTest {

  @AfterEach
  void clear() {
    MDC.clear();
  }

  @Test
  void restoresTheContext() {
    MDC.put("trace_id", "abc");
    var primary =
        new ConfigMapBuilder().withNewMetadata().withName("a").withNamespace("b").endMetadata();
    try (var log = PassLog.begin(primary.build(), "cleanup")) {
      assertEquals("a", MDC.get("resource.name"));
      log.ending(DeleteControl.defaultDelete());
    }
    assertEquals(Map.of("trace_id", "abc"), MDC.getCopyOfContextMap());
  }

  @Test
  void keepsTheContextWhileAPrimaryIsWoken() {
    MDC.put("resource.name", "a");
    PassLog.keptDuring(
        () -> {
          MDC.put("resource.name", "woken");
          MDC.remove("resource.name");
        });
    assertEquals("a", MDC.get("resource.name"));
  }

  @Test
  void omitsMissingFieldsOfAPrimary() {
    var primary = new NamespaceBuilder().withNewMetadata().withName("a").endMetadata().build();
    try (var log = PassLog.begin(primary, "reconcile")) {
      log.ending(DeleteControl.noFinalizerRemoval());
      assertEquals("v1", MDC.get("resource.version"));
      assertEquals(Optional.of(""), Optional.ofNullable(MDC.get("resource.group")));
      assertEquals(Optional.empty(), Optional.ofNullable(MDC.get("resource.namespace")));
    }
  }
}
