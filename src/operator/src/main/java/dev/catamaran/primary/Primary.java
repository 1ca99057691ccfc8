package dev.catamaran.primary;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.watch.Watch.DeniedAnnotations;

/**
 * A primary, read once for a pass.
 *
 * @param object the object as the informer has it
 * @param annotations the requests in its annotations
 */
public record Primary(OfKind object, PrimaryIdentity identity, PrimaryAnnotations annotations) {
  public static Primary of(OfKind object) {
    return of(object, DeniedAnnotations.NONE);
  }

  /**
   * Reads a primary.
   *
   * @param denied annotations that have no effect on it
   */
  public static Primary of(OfKind object, DeniedAnnotations denied) {
    return new Primary(
        object,
        Primaries.identity(object),
        PrimaryAnnotations.of(object.getMetadata()).without(denied));
  }
}
