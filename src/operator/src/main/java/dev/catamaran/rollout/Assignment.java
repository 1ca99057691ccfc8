package dev.catamaran.rollout;

import dev.catamaran.primary.Pending;
import java.util.Optional;

/**
 * Chooses the edition of one primary, and says why it is an earlier one. Pure.
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
    var before = before(own);
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

  /** A release without a revision of this operator names no edition. */
  private String before(String own) {
    return own.isEmpty() ? baseline : own;
  }

  /** Returns why the primary keeps an earlier edition than others have, or get. */
  Optional<Pending> pending(String name, String own, boolean isHeld) {
    var before = before(own);
    boolean isReturn = rollout.filter(RolloutState::isReturn).isPresent();
    if (isHeld
        && !before.equals(isReturn ? baseline : rollout.map(RolloutState::to).orElse(baseline))) {
      return Optional.of(Pending.HELD);
    }
    return rollout
        .filter(state -> isReturn || !state.hasBegun(name))
        .filter(state -> !state.to().equals(before))
        .map(state -> isReturn ? Pending.RETURNED : Pending.WAVE);
  }
}
