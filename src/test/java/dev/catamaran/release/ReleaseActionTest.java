package dev.catamaran.release;

import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReleaseActionTest {
  private static final Instant LATER = Instant.parse("2026-03-01T12:05:00Z");
  private static final Revision CURRENT = revision(3, RevisionStatus.DEPLOYED);
  private static final Revision FAILED = revision(3, RevisionStatus.FAILED);
  private static final Revision PENDING = revision(3, RevisionStatus.PENDING_UPGRADE);
  private static final ReleaseAction HOLD = new ReleaseAction.Hold(LATER);

  private static Arguments row(
      ReleaseState state, ReleaseAction action, ReleaseAction whileItIsHeld) {
    return Arguments.of(state, action, whileItIsHeld);
  }

  static Stream<Arguments> decisions() {
    var drifts = drifts();
    return Stream.of(
        row(new ReleaseState.Absent(), new ReleaseAction.Install(), HOLD),
        row(new ReleaseState.Lost(), new ReleaseAction.Install(), HOLD),
        row(new ReleaseState.OutOfSync(CURRENT), new ReleaseAction.Upgrade(CURRENT), HOLD),
        row(new ReleaseState.Failed(FAILED), new ReleaseAction.Upgrade(FAILED), HOLD),
        row(
            new ReleaseState.Drifted(CURRENT, drifts),
            new ReleaseAction.CorrectDrift(CURRENT, drifts),
            HOLD),
        // What calls no engine is not held back by the engine's failures.
        row(
            new ReleaseState.Foreign(CURRENT),
            new ReleaseAction.Refuse(CURRENT),
            new ReleaseAction.Refuse(CURRENT)),
        row(
            new ReleaseState.Inherited(CURRENT),
            new ReleaseAction.TakeOver(CURRENT),
            new ReleaseAction.TakeOver(CURRENT)),
        row(
            new ReleaseState.Busy(PENDING),
            new ReleaseAction.AwaitOther(PENDING),
            new ReleaseAction.AwaitOther(PENDING)),
        row(
            new ReleaseState.Abandoned(PENDING),
            new ReleaseAction.Unlock(PENDING),
            new ReleaseAction.Unlock(PENDING)),
        row(
            new ReleaseState.InSync(CURRENT),
            new ReleaseAction.Keep(CURRENT),
            new ReleaseAction.Keep(CURRENT)));
  }

  @ParameterizedTest
  @MethodSource("decisions")
  void followsFromTheState(
      ReleaseState state, ReleaseAction action, ReleaseAction ignoredWhileItIsHeld) {
    assertEquals(action, ReleaseAction.next(new Observation(state, Optional.empty())));
  }

  @ParameterizedTest
  @MethodSource("decisions")
  void waitsWhereTheSameInputFailedShortlyBefore(
      ReleaseState state, ReleaseAction ignoredAction, ReleaseAction whileItIsHeld) {
    assertEquals(whileItIsHeld, ReleaseAction.next(new Observation(state, Optional.of(LATER))));
  }

  @Test
  void isDecidedForEveryStateThereIs() {
    var decided = decisions().map(row -> row.get()[0].getClass()).distinct().count();
    assertEquals(ReleaseState.class.getPermittedSubclasses().length, decided);
  }

  private static List<Drift> drifts() {
    var object = CURRENT.manifest().objects().getFirst();
    return List.of(new Drift.Missing(object, object.key().in("shop")));
  }
}
