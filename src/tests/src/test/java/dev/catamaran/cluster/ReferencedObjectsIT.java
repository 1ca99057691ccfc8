package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.release.Account;
import dev.catamaran.telemetry.InformerMeters;
import dev.catamaran.testcluster.TestNamespace;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReferencedObjectsIT {
  private static final Account OPERATOR = new Account.OfOperator();

  @Test
  void givesThePlaceThatAPrimaryFreesToARefusedOne(TestNamespace namespace) {
    namespace.configMap("settings", Map.of("values.yaml", "{a: 1}"));
    var settings = ReferencedObjects.configMap(namespace.name(), "settings");
    var missing = ReferencedObjects.configMap(namespace.name(), "missing");
    var first = ReferencedObjects.secret(namespace.name(), "first");
    var one = primary(namespace, "one");
    var other = primary(namespace, "other");
    try (var objects =
        new ReferencedObjects(
            account -> namespace.client(),
            new InformerMeters(new SimpleMeterRegistry()),
            primary -> {},
            2)) {
      objects.refer(one, OPERATOR, Set.of(first, missing));

      var refusal =
          assertThrows(
              TooManyReferencesException.class,
              () -> objects.refer(other, OPERATOR, Set.of(settings)));
      assertEquals(
          "ConfigMap settings is not read: primaries already take values from 2 Secrets and ConfigMaps of namespace %s, and no more are watched; keep more values in one object"
              .formatted(namespace.name()),
          refusal.getMessage());

      objects.refer(one, OPERATOR, Set.of(missing));
      objects.refer(other, OPERATOR, Set.of(settings));
      assertEquals(
          Optional.of(new Content(Map.of("values.yaml", "{a: 1}"))),
          objects.find(OPERATOR, settings));
      assertEquals(Optional.empty(), objects.find(OPERATOR, missing));
    }
  }

  private static PrimaryKey primary(TestNamespace namespace, String name) {
    return new PrimaryKey("test.catamaran.dev", "Widget", namespace.name(), name);
  }
}
