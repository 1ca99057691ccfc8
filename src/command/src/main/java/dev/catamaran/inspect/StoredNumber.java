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
    return stored(release, wanted.orElse(current.get()), "--revision").number();
  }

  /**
   * Returns the revision of that number.
   *
   * @param option names the number on the command line
   * @throws ManagerException if it is not stored; the message lists the stored ones
   */
  static Revision stored(Releases.Found release, int number, String option) {
    return release
        .history()
        .find(number)
        .orElseThrow(
            () ->
                new ManagerException(
                    "%s: release %s has no revision %d; stored are %s"
                        .formatted(
                            option,
                            release.key(),
                            number,
                            release.history().revisions().stream()
                                .map(revision -> String.valueOf(revision.number()))
                                .collect(Collectors.joining(", ")))));
  }
}
