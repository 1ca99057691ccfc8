package dev.catamaran.release;

import java.util.Arrays;

/** Helm's status of a revision (Helm, pkg/release/status.go). */
public enum RevisionStatus {
  UNKNOWN,
  DEPLOYED,
  UNINSTALLED,
  SUPERSEDED,
  FAILED,
  UNINSTALLING,
  PENDING_INSTALL,
  PENDING_UPGRADE,
  PENDING_ROLLBACK;

  /** Returns the word in Helm's label and payload, such as {@code pending-install}. */
  public String helmName() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** Reads Helm's word; {@link #UNKNOWN} for a word unknown to Helm too. */
  public static RevisionStatus of(String helmName) {
    return Arrays.stream(values())
        .filter(status -> status.helmName().equals(helmName))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /**
   * Whether a Helm operation is under way, or was when it crashed. Helm refuses any other
   * meanwhile.
   */
  public boolean isPending() {
    return switch (this) {
      case PENDING_INSTALL, PENDING_UPGRADE, PENDING_ROLLBACK -> true;
      case UNKNOWN, DEPLOYED, UNINSTALLED, SUPERSEDED, FAILED, UNINSTALLING -> false;
    };
  }
}
