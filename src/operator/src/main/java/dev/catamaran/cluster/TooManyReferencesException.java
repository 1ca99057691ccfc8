package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;

/** Primaries refer to so many objects of a namespace that no other one is watched. */
public final class TooManyReferencesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooManyReferencesException(ObjectKey object, int most) {
    super(
        "%s %s is not read: primaries already take values from %d Secrets and ConfigMaps of namespace %s, and no more are watched; keep more values in one object"
            .formatted(object.kind(), object.name(), most, object.namespace()));
  }
}
