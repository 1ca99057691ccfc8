package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/**
 * The version of a primary that a {@link HookedReconciler} handled last. An annotation keeps it
 * over restarts. It contains the uid too: manifests and backups copy annotations, and an object
 * restored from one is new.
 *
 * @param generation that was handled last
 * @param uid of the primary
 */
record HandledMark(long generation, String uid) {
  private static final String PREFIX = "handled-generation.catamaran.dev/";
  private static final int LONGEST = 63;

  /** Returns the annotation for a reconciler's name. A kind may have several reconcilers. */
  static String annotation(String reconciler) {
    var name = reconciler.replaceAll("[^A-Za-z0-9._-]", "-");
    if (name.length() > LONGEST) {
      var rest = Integer.toHexString(name.hashCode());
      name = name.substring(0, LONGEST - rest.length() - 1) + "-" + rest;
    }
    return PREFIX + name;
  }

  /** Returns the present mark of a primary. */
  static HandledMark of(HasMetadata primary) {
    var meta = primary.getMetadata();
    return new HandledMark(
        Optional.ofNullable(meta.getGeneration()).orElse(0L), String.valueOf(meta.getUid()));
  }

  /**
   * Returns the mark in a primary's annotation; empty if there is none or it is of another object.
   */
  static Optional<HandledMark> on(HasMetadata primary, String annotation) {
    return Optional.ofNullable(primary.getMetadata())
        .map(ObjectMeta::getAnnotations)
        .map(annotations -> annotations.get(annotation))
        .flatMap(HandledMark::parse)
        .filter(mark -> mark.uid.equals(primary.getMetadata().getUid()));
  }

  private static Optional<HandledMark> parse(String text) {
    var parts = text.split(" of ", 2);
    return parts.length == 2 && parts[0].matches("[0-9]{1,18}")
        ? Optional.of(new HandledMark(Long.parseLong(parts[0]), parts[1]))
        : Optional.empty();
  }

  /** Returns the value of the annotation. */
  String text() {
    return generation + " of " + uid;
  }
}
