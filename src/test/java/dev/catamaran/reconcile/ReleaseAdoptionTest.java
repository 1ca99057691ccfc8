package dev.catamaran.reconcile;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.UNINSTALLED;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.ReleaseState.Foreign;
import dev.catamaran.release.ReleaseState.OutOfSync;
import dev.catamaran.release.Revision;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReleaseAdoptionTest {
  private static final PrimaryAnnotations ASKED =
      new PrimaryAnnotations(Map.of("catamaran.dev/adopt-release", "true"));
  private static final PrimaryAnnotations NOT_ASKED = new PrimaryAnnotations(Map.of());

  private final ReleaseAdoption whileOthersLive = new ReleaseAdoption(PRIMARY::sameObject);
  private final ReleaseAdoption afterOthersWent = new ReleaseAdoption(primary -> false);

  @Test
  void takesWhatIsNobodysIfAsked() {
    var made = withoutOrigin(1, DEPLOYED);
    assertAdopted(whileOthersLive, made);
    assertLeft(whileOthersLive, made, NOT_ASKED);
  }

  @Test
  void takesWhatBelongsToAPrimaryOnlyWhenThatIsGone() {
    var others = revision(1, DEPLOYED);
    assertLeft(whileOthersLive, others, ASKED);
    assertAdopted(afterOthersWent, others);
  }

  @Test
  void leavesWhatIsNotDeployedToWhoeverMadeIt() {
    assertLeft(afterOthersWent, withoutOrigin(1, FAILED), ASKED);
    assertLeft(afterOthersWent, withoutOrigin(2, UNINSTALLED), ASKED);
  }

  @Test
  void changesNoOtherState() {
    var lost = new ReleaseState.Lost();
    assertEquals(lost, afterOthersWent.considered(lost, ASKED));
  }

  private static void assertAdopted(ReleaseAdoption adoption, Revision found) {
    assertEquals(new OutOfSync(found, List.of()), adoption.considered(new Foreign(found), ASKED));
  }

  private static void assertLeft(
      ReleaseAdoption adoption, Revision found, PrimaryAnnotations annotations) {
    var foreign = new Foreign(found);
    assertEquals(foreign, adoption.considered(foreign, annotations));
  }
}
