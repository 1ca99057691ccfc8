package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;

/** A kind in any version: the API server serves the same objects in each. */
public record GroupKind(String group, String kind) {

  public static GroupKind of(GroupVersionKind gvk) {
    return new GroupKind(gvk.group(), gvk.kind());
  }
}
