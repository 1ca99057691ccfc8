package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/**
 * Which version of a primary a {@link HookedReconciler} has handled, as an annotation keeps it over
 * restarts. It names the object too: annotations are copied with manifests and backups, and what
 * comes back from one is new.
 *
 * @param generation that was handled last
 * @param uid of the primary
 */
record HandledMark(long generation, String uid) {
  private static final String PREFIX = "handled-generation.catamaran.dev/";
  private static final int LONGEST = 63;

  /** The annotation of the reconciler of that name: there may be several of one kind. */
  static String annotation(String reconciler) {
    var name = reconciler.replaceAll("[^A-Za-z0-9._-]", "-");
    if (name.length() > LONGEST) {
      var rest = Integer.toHexString(name.hashCode());
      name = name.substring(0, LONGEST - rest.length() - 1) + "-" + rest;
    }
    return PREFIX + name;
  }

  /** How a primary is now. */
  static HandledMark of(HasMetadata primary) {
    var meta = primary.getMetadata();
    return new HandledMark(
        Optional.ofNullable(meta.getGeneration()).orElse(0L), String.valueOf(meta.getUid()));
  }

  /** What a primary carries; empty if it carries none that is its own. */
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

  /** As it is written. */
  String text() {
    return generation + " of " + uid;
  }
}
