package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.ReferencedObjects.TooManyReferencesException;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Account;
import dev.catamaran.testcluster.TestNamespace;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    try (var objects = new ReferencedObjects(account -> namespace.client(), primary -> {}, 4)) {
      objects.refer(one, OPERATOR, Set.of(first, missing));

      var refusal =
          assertThrows(
              TooManyReferencesException.class,
              () -> objects.refer(other, OPERATOR, Set.of(settings)));
      assertEquals(
          "ConfigMap settings is not read: custom resources already take values from 2 Secrets and ConfigMaps of namespace %s, and the operator's memory allows no more; keep more values in one object, or give the operator more memory"
              .formatted(namespace.name()),
          refusal.getMessage());

      objects.refer(one, OPERATOR, Set.of(missing));
      objects.refer(other, OPERATOR, Set.of(settings));
      assertEquals(
          Optional.of(new Content(Map.of("values.yaml", "{a: 1}"), Set.of())),
          objects.find(OPERATOR, settings));
      assertEquals(Optional.empty(), objects.find(OPERATOR, missing));
    }
  }

  @Test
  void watchesALimitedNumberInAllNamespaces(TestNamespace namespace) {
    try (var second = TestNamespace.create();
        var third = TestNamespace.create();
        var objects = new ReferencedObjects(account -> namespace.client(), primary -> {}, 4)) {
      objects.refer(primary(namespace, "one"), OPERATOR, secrets(namespace, "a", "b"));
      objects.refer(primary(second, "one"), OPERATOR, secrets(second, "a", "b"));

      var refusal =
          assertThrows(
              TooManyReferencesException.class,
              () -> objects.refer(primary(third, "one"), OPERATOR, secrets(third, "a")));
      assertTrue(
          String.valueOf(refusal.getMessage())
              .contains("4 Secrets and ConfigMaps of all namespaces"));

      objects.refer(primary(second, "one"), OPERATOR, secrets(second, "a"));
      objects.refer(primary(third, "one"), OPERATOR, secrets(third, "a"));
    }
  }

  private static Set<ObjectKey> secrets(TestNamespace namespace, String... names) {
    return Stream.of(names)
        .map(name -> ReferencedObjects.secret(namespace.name(), name))
        .collect(Collectors.toSet());
  }

  private static PrimaryKey primary(TestNamespace namespace, String name) {
    return new PrimaryKey("test.catamaran.dev", "Widget", namespace.name(), name);
  }
}
