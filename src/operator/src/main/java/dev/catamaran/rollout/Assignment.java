package dev.catamaran.rollout;

import java.util.Optional;

/**
 * Chooses the edition of one primary. Pure.
 *
 * @param baseline id of the edition that all primaries had before the rollout
 * @param isMixed whether primaries may have several editions although no rollout is open: one
 *     begins soon
 * @param rollout the open rollout
 */
record Assignment(String baseline, boolean isMixed, Optional<RolloutState> rollout) {

  /**
   * Returns the id of the edition.
   *
   * @param present id of the edition that the watch names at present
   * @param own id of the edition of its newest revision; empty for none
   * @param isHeld whether a label keeps its edition
   */
  String of(String name, String present, String own, boolean isHeld) {
    var before = own.isEmpty() ? baseline : own;
    if (isHeld) {
      return before;
    }
    if (rollout.isEmpty()) {
      return present.equals(baseline) && !isMixed ? present : before;
    }
    var state = rollout.get();
    return !state.isReturn() && present.equals(state.to()) && state.hasBegun(name)
        ? present
        : before;
  }
}
