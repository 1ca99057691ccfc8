package dev.catamaran.release;

import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RemovalActionTest {
  private static final Revision CURRENT = revision(2, RevisionStatus.DEPLOYED);
  private static final Revision FAILED = revision(2, RevisionStatus.FAILED);
  private static final Revision PENDING = revision(2, RevisionStatus.PENDING_INSTALL);

  private static Arguments row(ReleaseState state, RemovalAction action) {
    return Arguments.of(state, action);
  }

  static Stream<Arguments> decisions() {
    return Stream.of(
        row(new ReleaseState.Absent(), new RemovalAction.LetGo()),
        row(new ReleaseState.Foreign(CURRENT), new RemovalAction.LetGo()),
        row(new ReleaseState.Lost(), new RemovalAction.Sweep()),
        row(new ReleaseState.Inherited(CURRENT), new RemovalAction.Uninstall()),
        row(new ReleaseState.Busy(PENDING), new RemovalAction.AwaitOther(PENDING)),
        row(new ReleaseState.Abandoned(PENDING), new RemovalAction.Uninstall()),
        row(new ReleaseState.OutOfSync(CURRENT), new RemovalAction.Uninstall()),
        row(new ReleaseState.Failed(FAILED), new RemovalAction.Uninstall()),
        row(new ReleaseState.Drifted(CURRENT, List.of()), new RemovalAction.Uninstall()),
        row(new ReleaseState.InSync(CURRENT), new RemovalAction.Uninstall()));
  }

  @ParameterizedTest
  @MethodSource("decisions")
  void followsFromTheState(ReleaseState state, RemovalAction action) {
    assertEquals(action, RemovalAction.next(state));
  }

  @Test
  void isDecidedForEveryStateThereIs() {
    var decided = decisions().map(row -> row.get()[0].getClass()).distinct().count();
    assertEquals(ReleaseState.class.getPermittedSubclasses().length, decided);
  }
}
