package dev.catamaran.primary;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.PrimaryIdentity;

/**
 * A primary, read once for a pass.
 *
 * @param object the object as the informer has it
 * @param identity its identity
 * @param annotations the requests in its annotations
 */
public record Primary(OfKind object, PrimaryIdentity identity, PrimaryAnnotations annotations) {
  public static Primary of(OfKind object) {
    return new Primary(object, Primaries.identity(object), PrimaryAnnotations.of(object));
  }
}
