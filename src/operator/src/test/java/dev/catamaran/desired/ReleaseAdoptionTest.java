package dev.catamaran.desired;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.UNINSTALLED;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.ReleaseState.Foreign;
import dev.catamaran.release.Revision;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Placement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReleaseAdoptionTest {
  private static final PrimaryAnnotations ASKED =
      new PrimaryAnnotations(Map.of("catamaran.dev/adopt-release", "true"));
  private static final Rights MAY = new Rights(Placement.DEFAULT, Set.of(Permission.ADOPTION));
  private static final PrimaryAnnotations NOT_ASKED = new PrimaryAnnotations(Map.of());

  /** A found release, whether its primary still exists, whether it is asked for, and the state. */
  static Stream<Arguments> found() {
    return Stream.of(
        arguments(withoutOrigin(1, DEPLOYED), true, true, "Inherited"),
        arguments(withoutOrigin(1, DEPLOYED), true, false, "Foreign"),
        arguments(revision(1, DEPLOYED), true, true, "Foreign"),
        arguments(revision(1, DEPLOYED), false, true, "OutOfSync"),
        arguments(withoutOrigin(1, FAILED), false, true, "Foreign"),
        arguments(withoutOrigin(2, UNINSTALLED), false, true, "Foreign"));
  }

  @ParameterizedTest
  @MethodSource("found")
  void adoptsADeployedReleaseWithoutAnOwnerIfAsked(
      Revision found, boolean isOwned, boolean isAsked, String state) throws Exception {
    var adoption = new ReleaseAdoption(owner -> isOwned && owner.sameObject(PRIMARY), MAY);
    var considered = adoption.considered(new Foreign(found), isAsked ? ASKED : NOT_ASKED);
    assertEquals(state, considered.getClass().getSimpleName());
  }

  @Test
  void isRefusedWithoutPermission() {
    var adoption = new ReleaseAdoption(primary -> false, new Rights(Placement.DEFAULT, Set.of()));
    var application = new PrimaryAnnotations(Map.of("catamaran.dev/adopt-application", "shop"));
    for (var refusal :
        List.<Executable>of(
            () -> adoption.considered(new Foreign(withoutOrigin(1, DEPLOYED)), ASKED),
            () -> adoption.considered(new ReleaseState.Absent(), application))) {
      var refused = assertThrows(InvalidPrimaryException.class, refusal);
      assertEquals("NotAllowed", refused.reason());
      assertTrue(refused.problem().contains("allowAdoption: true"), refused::problem);
    }
  }

  @Test
  void changesNoOtherState() throws Exception {
    var application = new PrimaryAnnotations(Map.of("catamaran.dev/adopt-application", "shop"));
    var without = new ReleaseAdoption(primary -> false, new Rights(Placement.DEFAULT, Set.of()));
    var deployed = new ReleaseState.OutOfSync(revision(1, DEPLOYED), List.of());
    assertEquals(deployed, without.considered(deployed, application));
    var may = new ReleaseAdoption(primary -> false, MAY);
    assertEquals(new ReleaseState.Lost(), may.considered(new ReleaseState.Lost(), ASKED));
    assertEquals(new ReleaseState.Absent(), may.considered(new ReleaseState.Absent(), application));
  }
}
