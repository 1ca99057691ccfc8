package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.DESIRED;
import static dev.catamaran.execute.Ports.NEW;
import static dev.catamaran.execute.Ports.OLD;
import static dev.catamaran.execute.Ports.OWNERSHIP;
import static dev.catamaran.execute.Ports.REJECTED;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.marked;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manifest.Exemptions;
import dev.catamaran.manifest.Scale;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.Force;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.MemoryEngine.End;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Trusted;
import dev.catamaran.status.Reasons;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevisionMakerTest {
  private static final EngineFailure IMMUTABLE =
      new EngineFailure.Immutable("ConfigMap", "cache", "field is immutable");
  private static final DesiredRelease FORCED = forced(new Force(true, true));
  private static final Scale SCALE =
      new Scale("Deployment", "shop", "cache", Exemptions.REPLICAS, 7);

  private final Ports ports = new Ports();
  private final RevisionMaker maker = ports.maker();

  @Test
  void deletesAnUninstalledHistoryBeforeAnInstall() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.UNINSTALLED, PRIMARY, OLD));

    var outcome = maker.install(DESIRED, OWNERSHIP);

    assertInstanceOf(ReleaseOutcome.Installed.class, outcome);
    assertEquals(List.of("1 deployed"), ports.store.statuses());
  }

  @Test
  void deletesNoHistoryThatAnotherClientHasRevived() {
    ports.with(revision(1, RevisionStatus.UNINSTALLED, PRIMARY, OLD));
    ports.store.mark(1, RevisionStatus.DEPLOYED, "Rollback to 1");

    var outcome = maker.install(DESIRED, OWNERSHIP);

    assertInstanceOf(ReleaseOutcome.Failed.class, outcome, "the name is in use");
    assertEquals(List.of("1 deployed"), ports.store.statuses());
    assertEquals(List.of(1), ports.trusted(), "it is stored still");
  }

  @Test
  void reinstallsOverTheObjectsOfADeletedHistory() {
    ports.with(
        revision(1, RevisionStatus.FAILED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, OLD));

    var outcome = maker.reinstall(ports.store.get(2), DESIRED, OWNERSHIP);

    assertInstanceOf(ReleaseOutcome.Installed.class, outcome);
    assertEquals(
        List.of(
            "adopt what 2 made",
            "delete 2",
            "delete 1",
            "announce " + NEW,
            "helm Install",
            "adopt objects of 1",
            "remove what [1, 2] made and 1 has not"),
        withoutHooks());
  }

  @Test
  void deletesNothingForAReinstallAfterAnotherClientHasWritten() {
    ports.with(revision(1, RevisionStatus.FAILED, PRIMARY, OLD));
    var seen = ports.store.get(1);
    ports.store.put(revision(2, RevisionStatus.DEPLOYED, PRIMARY, OLD));

    assertEquals(ReleaseOutcome.Waiting.changed(seen), maker.reinstall(seen, DESIRED, OWNERSHIP));
    assertEquals(List.of("1 failed", "2 deployed"), ports.store.statuses());
  }

  @Test
  void installsNothingIfAnotherClientChangesTheHistoryDuringItsDeletion() {
    ports.with(
        revision(1, RevisionStatus.FAILED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, OLD));
    var newest = ports.store.get(2);
    ports.effects.before(
        "delete 2", () -> ports.store.mark(1, RevisionStatus.DEPLOYED, "Rollback to 1"));

    assertEquals(
        ReleaseOutcome.Waiting.changed(newest), maker.reinstall(newest, DESIRED, OWNERSHIP));
    assertEquals(List.of("1 deployed"), ports.store.statuses());
    assertEquals(List.of(), ports.engine.calls());
  }

  @Test
  void keepsTheObjectsOfADeletedHistoryIfTheReinstallFails() {
    ports.with(revision(1, RevisionStatus.FAILED, PRIMARY, OLD));
    ports.engine.next(new End.Midway(REJECTED));

    assertInstanceOf(
        ReleaseOutcome.Failed.class, maker.reinstall(ports.store.get(1), DESIRED, OWNERSHIP));
    assertFalse(
        ports.effects.seen().stream().anyMatch(effect -> effect.startsWith("remove what")),
        () -> ports.effects.seen().toString());
  }

  @Test
  void installsIfNoRevisionIsLeftToUpgrade() {
    ports.forged(revision(4, RevisionStatus.DEPLOYED, PRIMARY, "forged"));

    var outcome = maker.upgrade(DESIRED, OWNERSHIP);

    assertInstanceOf(ReleaseOutcome.Installed.class, outcome);
    assertEquals(
        List.of(
            "adopt what 4 made",
            "delete 4",
            "announce " + NEW,
            "helm Install",
            "adopt objects of 1",
            "remove what [4] made and 1 has not"),
        ports.effects.seen());
  }

  @Test
  void upgradesItsOwnRevisionAndNotAForgedOne() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.forged(revision(2, RevisionStatus.DEPLOYED, PRIMARY, "forged"));

    var outcome = maker.upgrade(DESIRED, OWNERSHIP);

    assertEquals(new ReleaseOutcome.Upgraded(ports.store.get(2)), outcome);
    assertEquals(List.of("1 superseded", "2 deployed"), ports.store.statuses());
    assertEquals(
        List.of("sh.helm.release.v1.cache.v2"),
        ports.trust.removed(PRIMARY),
        "which the report names");
    assertEquals("remove what [2] made and 2 has not", ports.effects.seen().getLast());
  }

  @Test
  void upgradesAHistoryOfSupersededRevisionsAlone() {
    ports.with(revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD));

    assertInstanceOf(ReleaseOutcome.Upgraded.class, maker.upgrade(DESIRED, OWNERSHIP));
    assertEquals(List.of(1, 2), ports.trusted());
  }

  @Test
  void keepsTheReplicasThatAnAutoscalerSet() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.objects.scale(SCALE);

    maker.upgrade(DESIRED, OWNERSHIP);
    maker.goBack(1, DESIRED, OWNERSHIP);

    assertEquals(
        List.of(List.of(SCALE), List.of(SCALE)),
        ports.engine.calls().stream()
            .map(HelmCall.OfDesired.class::cast)
            .map(call -> call.desired().options().scales())
            .toList());
  }

  @Test
  void deletesTheObstacleAndRepeatsTheUpgrade() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.engine.next(new End.Midway(IMMUTABLE));

    var outcome = maker.upgrade(FORCED, OWNERSHIP);

    assertEquals(new ReleaseOutcome.Upgraded(ports.store.get(3)), outcome);
    assertEquals(
        List.of("helm Upgrade", "delete ConfigMap/cache", "helm Upgrade"),
        ports.effects.seen().stream()
            .filter(effect -> effect.startsWith("helm") || effect.startsWith("delete"))
            .toList());
    assertEquals(
        List.of(
            "deleted ConfigMap/cache, since fields of it cannot be changed; the next revision makes it again"),
        ports.trust.deleted(PRIMARY));
  }

  @Test
  void deletesTheObstacleAndRepeatsTheRollback() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW));
    ports.engine.next(new End.Midway(IMMUTABLE));

    var outcome = maker.rollback(new ReleaseAction.Rollback(ports.store.get(2)), FORCED, OWNERSHIP);

    assertInstanceOf(ReleaseOutcome.RolledBack.class, outcome);
    assertTrue(ports.effects.seen().contains("delete ConfigMap/cache"));
    assertEquals(1, target().number());
  }

  @Test
  void deletesTheObstacleAndGoesBackToTheNamedRevision() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.DEPLOYED, PRIMARY, NEW));
    ports.engine.next(new End.Midway(IMMUTABLE));

    var outcome = maker.goBack(1, FORCED, OWNERSHIP);

    assertInstanceOf(ReleaseOutcome.WentBack.class, outcome);
    assertTrue(ports.effects.seen().contains("delete ConfigMap/cache"));
    assertEquals(1, target().number());
  }

  @Test
  void deletesAnObstacleOnceInAnAttempt() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.engine.next(new End.Midway(IMMUTABLE));
    ports.engine.next(new End.Midway(IMMUTABLE));

    assertEquals(
        new ReleaseOutcome.Failed(FailedStep.UPGRADE, "field is immutable"),
        maker.upgrade(FORCED, OWNERSHIP));
    assertEquals(List.of("1 deployed", "2 failed", "3 failed"), ports.store.statuses());
  }

  @ParameterizedTest
  @CsvSource({"false, true", "false, false"})
  void deletesNoObstacleOfAnUpgradeWithoutItsForce(boolean upgrades, boolean rollbacks) {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.engine.next(new End.Midway(IMMUTABLE));

    var outcome = maker.upgrade(forced(new Force(upgrades, rollbacks)), OWNERSHIP);

    assertEquals(new ReleaseOutcome.Failed(FailedStep.UPGRADE, "field is immutable"), outcome);
    assertFalse(ports.effects.seen().contains("delete ConfigMap/cache"));
  }

  @Test
  void reportsWhyAnObstacleIsNotDeleted() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.objects.refuseDeletions("it holds data");
    ports.engine.next(new End.Midway(IMMUTABLE));

    assertEquals(
        new ReleaseOutcome.Failed(FailedStep.UPGRADE, "it holds data"),
        maker.upgrade(FORCED, OWNERSHIP));
    ports.engine.next(new End.Midway(IMMUTABLE));
    assertEquals(
        new ReleaseOutcome.Failed(FailedStep.ROLLBACK, "it holds data"),
        maker.goBack(1, FORCED, OWNERSHIP));
  }

  @Test
  void rollsBackToTheNewestGoodRevision() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        marked(
            revision(3, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
            RevisionStatus.SUPERSEDED,
            Revision.markedFailed("not ready")),
        revision(4, RevisionStatus.FAILED, PRIMARY, NEW));

    var outcome =
        maker.rollback(new ReleaseAction.Rollback(ports.store.get(4)), DESIRED, OWNERSHIP);

    assertInstanceOf(ReleaseOutcome.RolledBack.class, outcome);
    assertEquals(2, target().number());
  }

  @Test
  void neverRestoresARevisionThatItDoesNotTrust() {
    ports.with(revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD));
    ports.forged(revision(2, RevisionStatus.SUPERSEDED, PRIMARY, "forged"));
    ports.with(revision(3, RevisionStatus.FAILED, PRIMARY, NEW));

    assertEquals(
        new ReleaseOutcome.Refused(
            Reasons.NO_SUCH_REVISION, "revision 2 is not kept; the release has revisions 1, 3"),
        maker.goBack(2, DESIRED, OWNERSHIP));
  }

  @Test
  void deletesForgedRevisionsBeforeItGoesBack() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.forged(revision(2, RevisionStatus.DEPLOYED, PRIMARY, "forged"));

    maker.goBack(1, DESIRED, OWNERSHIP);

    assertEquals(List.of("1 superseded", "2 deployed"), ports.store.statuses());
    assertEquals(List.of(1, 2), ports.trusted());
  }

  @Test
  void deletesForgedRevisionsBeforeARollback() {
    ports.with(revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD));
    ports.forged(revision(2, RevisionStatus.DEPLOYED, PRIMARY, "forged"));
    ports.with(revision(3, RevisionStatus.FAILED, PRIMARY, NEW));

    maker.rollback(new ReleaseAction.Rollback(ports.store.get(3)), DESIRED, OWNERSHIP);

    assertEquals(List.of("1 superseded", "3 failed", "4 deployed"), ports.store.statuses());
  }

  /** Helm would delete it: no revision is marked as deployed. */
  @Test
  void takesOutOfTheFailedRevisionWhatARollbackMustNotDelete() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW));
    ports.objects.spare(ports.store.get(2).manifest().objects().getFirst().key());

    var outcome =
        maker.rollback(new ReleaseAction.Rollback(ports.store.get(2)), DESIRED, OWNERSHIP);

    assertInstanceOf(ReleaseOutcome.RolledBack.class, outcome);
    assertEquals(List.of(), ports.store.get(2).manifest().objects());
    assertEquals(List.of(1, 2, 3), ports.trusted());
  }

  @Test
  void changesNoRevisionForARollbackFromADeployedOne() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW));
    ports.objects.spare(ports.store.get(2).manifest().objects().getFirst().key());

    maker.rollback(new ReleaseAction.Rollback(ports.store.get(2)), DESIRED, OWNERSHIP);

    assertEquals(1, ports.store.get(2).manifest().objects().size());
  }

  /** Its objects have the content of the lost revision. */
  @Test
  void restoresNoRevisionBeforeALostOne() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW));

    assertEquals(
        new ReleaseOutcome.Failed(
            FailedStep.ROLLBACK,
            "revision 2, which was deployed before, is no longer stored; an earlier one is not restored"),
        maker.rollback(new ReleaseAction.Rollback(ports.store.get(2), 2), DESIRED, OWNERSHIP));
    assertEquals(List.of(), ports.engine.calls());
  }

  @Test
  void reportsThatNoGoodRevisionIsLeft() {
    ports.with(
        revision(1, RevisionStatus.FAILED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW));

    assertEquals(
        new ReleaseOutcome.Failed(FailedStep.ROLLBACK, "there is no good revision to go back to"),
        maker.rollback(new ReleaseAction.Rollback(ports.store.get(2)), DESIRED, OWNERSHIP));
    assertEquals(List.of(), ports.engine.calls());
  }

  @Test
  void countsARollbackThatDoesNotFitIntoItsSecretAsAFailure() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW));
    var tooLarge = new EngineFailure.TooLarge("it holds 1 MiB");
    ports.engine.next(new End.AtOnce(tooLarge));
    ports.engine.next(new End.AtOnce(tooLarge));

    assertEquals(
        new ReleaseOutcome.Failed(FailedStep.ROLLBACK, "it holds 1 MiB"),
        maker.rollback(new ReleaseAction.Rollback(ports.store.get(2)), DESIRED, OWNERSHIP));
    assertEquals(
        new ReleaseOutcome.Refused(Reasons.RELEASE_TOO_LARGE, "it holds 1 MiB"),
        maker.goBack(1, DESIRED, OWNERSHIP),
        "a person asked for it, and must decide");
  }

  @Test
  void undoesNothingThatAnotherClientHasContinued() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW));
    var failed = ports.store.get(2);
    ports.store.put(revision(3, RevisionStatus.DEPLOYED, PRIMARY, "by hand"));

    assertEquals(
        ReleaseOutcome.Waiting.changed(failed),
        maker.rollback(new ReleaseAction.Rollback(failed), DESIRED, OWNERSHIP));
    assertEquals(List.of("1 deployed", "2 failed", "3 deployed"), ports.store.statuses());
  }

  @Test
  void goesBackToTheRevisionThatAPersonNamed() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(3, RevisionStatus.DEPLOYED, PRIMARY, OLD));

    var outcome = maker.goBack(1, DESIRED, OWNERSHIP);

    assertEquals(new ReleaseOutcome.WentBack(ports.store.get(4)), outcome);
    assertEquals(1, target().number());
    assertEquals(1, ports.store.get(4).origin().orElseThrow().literalOf().orElseThrow());
  }

  /** A rollback that the API server cut off has the objects of the pruned revision. */
  @Test
  void goesBackByACopyOfARevisionThatIsPruned() {
    ports.with(
        revision(2, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(3, RevisionStatus.DEPLOYED, PRIMARY, OLD),
        literal(4, RevisionStatus.FAILED, 1, OLD));

    var outcome = maker.goBack(1, DESIRED, OWNERSHIP);

    assertEquals(new ReleaseOutcome.WentBack(ports.store.get(5)), outcome);
    assertEquals(4, target().number());
    assertTrue(ports.store.get(5).isCopyOf(1));
    assertTrue(ports.effects.seen().contains("announce " + Trusted.copyOf(1)));
  }

  @Test
  void repeatsARollbackWithoutItsTarget() {
    ports.with(
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW),
        literal(3, RevisionStatus.FAILED, 1, OLD));

    var outcome =
        maker.rollback(new ReleaseAction.Rollback(ports.store.get(3)), DESIRED, OWNERSHIP);

    assertEquals(new ReleaseOutcome.RolledBack(ports.store.get(4)), outcome);
    assertEquals(3, target().number());
    assertTrue(ports.store.get(4).isCopyOf(1));
  }

  @Test
  void refusesToGoBackWithoutAnyRevision() {
    assertEquals(
        new ReleaseOutcome.Refused(
            Reasons.NO_SUCH_REVISION, "revision 2 is not kept; the release has no revision"),
        maker.goBack(2, DESIRED, OWNERSHIP));
  }

  private static DesiredRelease forced(Force force) {
    return DESIRED.with(DESIRED.options().forcing(force));
  }

  private Revision target() {
    return assertInstanceOf(HelmCall.Rollback.class, ports.engine.calls().getLast()).target();
  }

  private List<String> withoutHooks() {
    return ports.effects.seen().stream()
        .filter(effect -> !effect.startsWith("remove hooks"))
        .toList();
  }
}
