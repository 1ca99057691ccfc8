package dev.catamaran.tenants;

import dev.catamaran.api.GroupVersionKind;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;

/** The kind of the neighbour's primaries. */
enum Livelihood {
  WIDGET("test.catamaran.dev/v1", "Widget", ConfigMap.class, "-colors"),
  MEMCACHED("cache.my.domain/v1alpha1", "Memcached", Service.class, "-cache");

  private final String apiVersion;
  private final String kind;
  private final Class<? extends HasMetadata> descendant;
  private final String suffix;

  Livelihood(
      String apiVersion, String kind, Class<? extends HasMetadata> descendant, String suffix) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.descendant = descendant;
    this.suffix = suffix;
  }

  GroupVersionKind gvk() {
    return GroupVersionKind.parse(apiVersion, kind);
  }

  /** A spec that differs between editions. */
  String spec(int edition) {
    return switch (this) {
      case WIDGET -> "{color: edition-%d}".formatted(edition);
      case MEMCACHED -> "{nameOverride: cache, podLabels: {edition: \"%d\"}}".formatted(edition);
    };
  }

  /** The class of the descendant that the test deletes. */
  Class<? extends HasMetadata> descendant() {
    return descendant;
  }

  /** The name of this descendant. */
  String descendantOf(String primary) {
    return primary + suffix;
  }
}
