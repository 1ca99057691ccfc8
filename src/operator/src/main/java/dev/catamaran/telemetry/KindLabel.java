package dev.catamaran.telemetry;

import dev.catamaran.api.GroupVersionKind;

/** Names a kind in one label, in kubectl's format: {@code Memcached.v1alpha1.cache.my.domain}. */
public final class KindLabel {

  private KindLabel() {}

  /** Returns the label's value; without a last part for the core group, as in {@code Secret.v1}. */
  public static String of(GroupVersionKind gvk) {
    var versioned = gvk.kind() + "." + gvk.version();
    return gvk.group().isEmpty() ? versioned : versioned + "." + gvk.group();
  }
}
