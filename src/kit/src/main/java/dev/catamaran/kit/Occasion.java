package dev.catamaran.kit;

import java.util.Optional;

/** The reason why a {@link HookedReconciler} checks a primary. Pure. */
enum Occasion {
  ADDED,
  UPDATED,
  RESYNCED;

  /**
   * Returns the occasion of a pass.
   *
   * @param now the present mark of the primary
   * @param handled the mark that was handled last; empty if there is none
   */
  static Occasion of(HandledMark now, Optional<HandledMark> handled) {
    if (handled.filter(mark -> mark.uid().equals(now.uid())).isEmpty()) {
      return ADDED;
    }
    return handled.get().generation() == now.generation() ? RESYNCED : UPDATED;
  }
}
