package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;

/**
 * A delete hook that cannot succeed: Helm would wait for it until the timeout.
 *
 * @param key the hook in the revision
 * @param lacks what it needs, and why that is not there
 * @param isForGood whether nobody makes that again, since the deletion itself takes it
 */
public record HopelessHook(ObjectKey key, String lacks, boolean isForGood) {
  @Override
  public String toString() {
    return "%s lacks %s".formatted(key, lacks);
  }
}
