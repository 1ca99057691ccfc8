package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;

/** Primaries refer to so many objects that no other one is watched. */
public final class TooManyReferencesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private TooManyReferencesException(ObjectKey object, int most, String where) {
    super(
        "%s %s is not read: primaries already take values from %d Secrets and ConfigMaps of %s, and the operator's memory allows no more; keep more values in one object, or give the operator more memory"
            .formatted(object.kind(), object.name(), most, where));
  }

  static TooManyReferencesException inNamespace(ObjectKey object, int most) {
    return new TooManyReferencesException(object, most, "namespace " + object.namespace());
  }

  static TooManyReferencesException inAll(ObjectKey object, int most) {
    return new TooManyReferencesException(object, most, "all namespaces");
  }
}
