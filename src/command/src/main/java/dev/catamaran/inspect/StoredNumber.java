package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.release.Revision;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Chooses a stored revision by its number. */
final class StoredNumber {
  private StoredNumber() {}

  /**
   * Returns the wanted revision, or else the current one.
   *
   * @throws ManagerException if it is not stored; the message lists the stored ones
   */
  static int of(PrimaryObject primary, Releases.Found release, OptionalInt wanted) {
    var current = release.current(primary).map(Revision::number);
    if (current.isEmpty()) {
      throw NoRelease.of(primary, release.key());
    }
    int number = wanted.orElse(current.get());
    if (release.history().find(number).isEmpty()) {
      throw new ManagerException(
          "--revision: release %s has no revision %d; stored are %s"
              .formatted(
                  release.key(),
                  number,
                  release.history().revisions().stream()
                      .map(revision -> String.valueOf(revision.number()))
                      .collect(Collectors.joining(", "))));
    }
    return number;
  }
}
