package dev.catamaran.cluster;

import dev.catamaran.manifest.ObjectKey;

/** Primaries refer to so many objects that no other one is watched. */
public final class TooManyReferencesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private TooManyReferencesException(ObjectKey object, String others, String where, String remedy) {
    super(
        "%s %s is not read: primaries already take values from %s of %s, and the operator's memory allows no more; %s, or give the operator more memory"
            .formatted(object.kind(), object.name(), others, where, remedy));
  }

  static TooManyReferencesException inNamespace(ObjectKey object, int most) {
    return of(object, most, "namespace " + object.namespace());
  }

  static TooManyReferencesException inAll(ObjectKey object, int most) {
    return of(object, most, "all namespaces");
  }

  private static TooManyReferencesException of(ObjectKey object, int most, String where) {
    return new TooManyReferencesException(
        object, most + " Secrets and ConfigMaps", where, "keep more values in one object");
  }

  static TooManyReferencesException tooLarge(ObjectKey object) {
    return new TooManyReferencesException(
        object, "large objects", "namespace " + object.namespace(), "make them smaller");
  }
}
