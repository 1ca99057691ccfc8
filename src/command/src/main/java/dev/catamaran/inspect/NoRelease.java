package dev.catamaran.inspect;

import dev.catamaran.api.ManagerException;
import dev.catamaran.release.ReleaseKey;

/** The sentence about a primary without a stored release. */
final class NoRelease {
  private NoRelease() {}

  static ManagerException of(PrimaryObject primary, ReleaseKey expected) {
    return new ManagerException(
        primary.isOfChart()
            ? "%s has no stored revision of release %s; catamaran status %s shows why"
                .formatted(primary.title(), expected, primary.title())
            : "%s has no release: no chart makes its objects".formatted(primary.title()));
  }
}
