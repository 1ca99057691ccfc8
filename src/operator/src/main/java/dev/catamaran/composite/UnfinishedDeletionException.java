package dev.catamaran.composite;

import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Requests another pass over a deleted primary. The SDK ignores a timer for it, and forgets it
 * unless its pass throws (EventProcessor, 5.2.3). The failure itself is already reported, so this
 * exception has no stack trace.
 */
final class UnfinishedDeletionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfinishedDeletionException(HasMetadata primary) {
    super(
        "the work after the deletion of %s is not finished"
            .formatted(primary.getMetadata().getName()),
        null,
        false,
        false);
  }
}
