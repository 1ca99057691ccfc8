package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Optional;

/**
 * A foreign object has the name of a desired descendant. It was not changed. The message names the
 * object, its owner if it has a known one, and the remedy.
 */
public final class ForeignObjectException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient HasMetadata object;

  ForeignObjectException(HasMetadata object, HasMetadata primary) {
    super(sentence(object, primary));
    this.object = object;
  }

  /** The object, as it was read. */
  public HasMetadata object() {
    return object;
  }

  private static String sentence(HasMetadata object, HasMetadata primary) {
    return "%s exists and %s, not by this %s; it is left alone. Delete it, or give the %s another name."
        .formatted(Named.of(object), ownership(object), primary.getKind(), primary.getKind());
  }

  private static String ownership(HasMetadata object) {
    return Marks.controller(object.getMetadata())
        .map(ForeignObjectException::controlled)
        .or(() -> managed(object))
        .orElse("has no controller");
  }

  private static String controlled(OwnerReference owner) {
    return "is controlled by %s %s".formatted(owner.getKind(), owner.getName());
  }

  private static Optional<String> managed(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata().getLabels())
        .map(labels -> labels.get(Marks.MANAGED_BY))
        .map("is managed by %s"::formatted);
  }
}
