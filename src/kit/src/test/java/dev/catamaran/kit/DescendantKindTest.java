package dev.catamaran.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DescendantKindTest {
  private static final DescendantKind MAPS = DescendantKind.of(ConfigMap.class);

  @Test
  void givesAnObjectTheNamespaceOfItsPrimary() {
    assertEquals(Optional.of("shop"), MAPS.namespaceOf(map(null), map("shop")));
    assertEquals(Optional.of("shop"), MAPS.namespaceOf(map(""), map("shop")));
    assertEquals(Optional.of("other"), MAPS.namespaceOf(map("other"), map("shop")));
    assertEquals(Optional.of("other"), MAPS.namespaceOf(map("other"), role(null)));
  }

  /** The API server removes it. */
  @Test
  void ignoresTheNamespaceOfAClusterScopedObject() {
    var roles = DescendantKind.of(ClusterRole.class);
    assertEquals(Optional.empty(), roles.namespaceOf(role(null), map("shop")));
    assertEquals(Optional.empty(), roles.namespaceOf(role("shop"), map("shop")));
  }

  @Test
  void asksForANamespaceIfThePrimaryHasNone() {
    var failure =
        assertThrows(IllegalArgumentException.class, () -> MAPS.namespaceOf(map(null), role(null)));
    assertEquals(
        "ConfigMap web needs a namespace, since its ClusterRole has none", failure.getMessage());
  }

  private static HasMetadata map(@Nullable String namespace) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace(namespace)
        .endMetadata()
        .build();
  }

  private static HasMetadata role(@Nullable String namespace) {
    return new ClusterRoleBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace(namespace)
        .endMetadata()
        .build();
  }
}
