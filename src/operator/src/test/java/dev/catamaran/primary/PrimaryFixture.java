package dev.catamaran.primary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;

/** Makes primaries of a kind as the manager sees them. */
public final class PrimaryFixture {
  /** Class of the kind, as a watch reads it. */
  public static final Class<? extends OfKind> MEMCACHED =
      KindClasses.of(
          new ResourceDefinitionContext.Builder()
              .withGroup("cache.my.domain")
              .withVersion("v1alpha1")
              .withKind("Memcached")
              .withPlural("memcacheds")
              .withNamespaced(true)
              .build());

  private PrimaryFixture() {}

  /** The Memcached shop/cache with this spec, read for a pass. */
  public static Primary read(String spec) {
    return Primary.of(memcached(spec));
  }

  /** The Memcached shop/cache with this spec. */
  public static OfKind memcached(String spec) {
    var yaml =
        """
        apiVersion: cache.my.domain/v1alpha1
        kind: Memcached
        metadata: {namespace: shop, name: cache, uid: uid-1, generation: 1}
        """;
    try {
      JsonNode primary = new YAMLMapper().readTree(yaml + spec + "\n");
      return new YAMLMapper().treeToValue(primary, MEMCACHED);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
