package dev.catamaran.kit;

import java.util.Optional;

/** Why a {@link HookedReconciler} looks at a primary. Pure. */
enum Occasion {
  ADDED,
  UPDATED,
  RESYNCED;

  /**
   * The occasion of a pass.
   *
   * @param now how the primary is
   * @param handled how it was when it was handled last; empty if it never was
   */
  static Occasion of(HandledMark now, Optional<HandledMark> handled) {
    if (handled.filter(mark -> mark.uid().equals(now.uid())).isEmpty()) {
      return ADDED;
    }
    return handled.get().generation() == now.generation() ? RESYNCED : UPDATED;
  }
}
