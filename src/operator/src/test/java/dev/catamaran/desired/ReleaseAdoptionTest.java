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

  private final ReleaseAdoption whileOthersLive = new ReleaseAdoption(PRIMARY::sameObject, MAY);
  private final ReleaseAdoption afterOthersWent = new ReleaseAdoption(primary -> false, MAY);

  @Test
  void takesWhatIsNobodysIfAsked() throws Exception {
    var made = withoutOrigin(1, DEPLOYED);
    assertAdopted(whileOthersLive, made);
    assertLeft(whileOthersLive, made, NOT_ASKED);
  }

  @Test
  void takesWhatBelongsToAPrimaryOnlyWhenThatIsGone() throws Exception {
    var others = revision(1, DEPLOYED);
    assertLeft(whileOthersLive, others, ASKED);
    assertAdopted(afterOthersWent, others);
  }

  @Test
  void leavesWhatIsNotDeployedToWhoeverMadeIt() throws Exception {
    assertLeft(afterOthersWent, withoutOrigin(1, FAILED), ASKED);
    assertLeft(afterOthersWent, withoutOrigin(2, UNINSTALLED), ASKED);
  }

  @Test
  void isRefusedWhereTheKindMayNot() {
    var adoption = new ReleaseAdoption(primary -> false, new Rights(Placement.DEFAULT, Set.of()));
    var refused =
        assertThrows(
            InvalidPrimaryException.class,
            () -> adoption.considered(new Foreign(withoutOrigin(1, DEPLOYED)), ASKED));
    assertEquals("NotAllowed", refused.reason());
    assertTrue(refused.problem().contains("allowAdoption: true"), refused::problem);
  }

  @Test
  void changesNoOtherState() throws Exception {
    var lost = new ReleaseState.Lost();
    assertEquals(lost, afterOthersWent.considered(lost, ASKED));
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
