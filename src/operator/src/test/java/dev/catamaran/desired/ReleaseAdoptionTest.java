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

import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.ReleaseState.Foreign;
import dev.catamaran.release.ReleaseState.Inherited;
import dev.catamaran.release.ReleaseState.OutOfSync;
import dev.catamaran.release.Revision;
import dev.catamaran.watch.Permission;
import dev.catamaran.watch.Placement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReleaseAdoptionTest {
  private static final PrimaryAnnotations ASKED =
      new PrimaryAnnotations(Map.of("catamaran.dev/adopt-release", "true"));
  private static final Rights MAY = new Rights(Placement.DEFAULT, Set.of(Permission.ADOPTION));
  private static final PrimaryAnnotations NOT_ASKED = new PrimaryAnnotations(Map.of());

  private final ReleaseAdoption whileOthersExist = new ReleaseAdoption(PRIMARY::sameObject, MAY);
  private final ReleaseAdoption afterOthersAreDeleted = new ReleaseAdoption(primary -> false, MAY);

  @Test
  void takesOverAReleaseWithoutAnOwnerIfAsked() throws Exception {
    var unowned = withoutOrigin(1, DEPLOYED);
    assertEquals(new Inherited(unowned), whileOthersExist.considered(new Foreign(unowned), ASKED));
    assertLeft(whileOthersExist, unowned, NOT_ASKED);
  }

  @Test
  void adoptsAReleaseOfAPrimaryOnlyAfterItsDeletion() throws Exception {
    var others = revision(1, DEPLOYED);
    assertLeft(whileOthersExist, others, ASKED);
    assertAdopted(afterOthersAreDeleted, others);
  }

  @Test
  void adoptsOnlyADeployedRelease() throws Exception {
    assertLeft(afterOthersAreDeleted, withoutOrigin(1, FAILED), ASKED);
    assertLeft(afterOthersAreDeleted, withoutOrigin(2, UNINSTALLED), ASKED);
  }

  @Test
  void isRefusedWithoutPermission() {
    var adoption = new ReleaseAdoption(primary -> false, new Rights(Placement.DEFAULT, Set.of()));
    var refused =
        assertThrows(
            InvalidPrimaryException.class,
            () -> adoption.considered(new Foreign(withoutOrigin(1, DEPLOYED)), ASKED));
    assertEquals("NotAllowed", refused.reason());
    assertTrue(refused.problem().contains("allowAdoption: true"), refused::problem);
  }

  @Test
  void takesOverNoApplicationWithoutPermission() throws Exception {
    var asked = new PrimaryAnnotations(Map.of("catamaran.dev/adopt-application", "shop"));
    var without = new ReleaseAdoption(primary -> false, new Rights(Placement.DEFAULT, Set.of()));
    var refused =
        assertThrows(
            InvalidPrimaryException.class,
            () -> without.considered(new ReleaseState.Absent(), asked));
    assertTrue(refused.problem().contains("allowAdoption: true"), refused::problem);
    assertEquals(
        new ReleaseState.Absent(), whileOthersExist.considered(new ReleaseState.Absent(), asked));
    var deployed = new ReleaseState.OutOfSync(revision(1, DEPLOYED), List.of());
    assertEquals(deployed, without.considered(deployed, asked));
  }

  @Test
  void changesNoOtherState() throws Exception {
    var lost = new ReleaseState.Lost();
    assertEquals(lost, afterOthersAreDeleted.considered(lost, ASKED));
  }

  private static void assertAdopted(ReleaseAdoption adoption, Revision found) throws Exception {
    assertEquals(new OutOfSync(found, List.of()), adoption.considered(new Foreign(found), ASKED));
  }

  private static void assertLeft(
      ReleaseAdoption adoption, Revision found, PrimaryAnnotations annotations) throws Exception {
    var foreign = new Foreign(found);
    assertEquals(foreign, adoption.considered(foreign, annotations));
  }
}
