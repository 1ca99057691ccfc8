package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.DESIRED;
import static dev.catamaran.execute.Ports.NEW;
import static dev.catamaran.execute.Ports.OLD;
import static dev.catamaran.execute.Ports.OWNERSHIP;
import static dev.catamaran.execute.Ports.REJECTED;
import static dev.catamaran.execute.Ports.UNREACHABLE;
import static dev.catamaran.release.MemoryReleaseStore.unreachable;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.forged;
import static dev.catamaran.release.Revisions.keepingSecret;
import static dev.catamaran.release.Revisions.marked;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.election.LeaseLostException;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.MemoryEngine.End;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionAttemptsTest {
  private static final ObjectKey CONFIG = new ObjectKey("v1", "ConfigMap", "", "cache");
  private static final EngineFailure UNPATCHABLE =
      new EngineFailure.Rejected(
          "ConfigMap \"cache\" is invalid",
          List.of(new EngineFailure.Subject("ConfigMap", "cache")));
  private static final PrimaryIdentity OTHER =
      new PrimaryIdentity("cache.my.domain/v1alpha1", "Redis", "shop", "cache", "uid-2");
  private static final SecretTexts SECRET = SecretTexts.of(List.of("hunter2hunter2"));

  private static final ReleaseOutcome REPLACED =
      new ReleaseOutcome.Hindered(
          FailedStep.UPGRADE,
          Reasons.RELEASE_NOT_STORED,
          "Helm made a revision, and another client removed or replaced it");

  private final Ports ports = new Ports();

  @Test
  void announcesTheAttemptBeforeTheCallAndTrustsItsRevisionAfterwards() {
    install();

    assertEquals(
        List.of("announce " + NEW, "helm Install", "adopt objects of 1"), ports.effects.seen());
    assertEquals(List.of(1), ports.trusted());
    assertEquals("", ports.trust.of(PRIMARY).attempt());
  }

  @Test
  void callsNothingIfTheAnnouncementFails() {
    ports.effects.failAt("announce " + NEW, unreachable());

    assertThrows(KubernetesClientException.class, this::install);
    assertEquals(List.of(), ports.store.statuses());
  }

  @Test
  void trustsTheFailedRevisionThatItsOwnCallStored() {
    upgradable();
    ports.engine.next(new End.Midway(REJECTED));

    var outcome = upgrade();

    assertEquals(new ReleaseOutcome.Failed(FailedStep.UPGRADE, "port 99999 is invalid"), outcome);
    assertEquals(List.of("1 deployed", "2 failed"), ports.store.statuses());
    assertEquals(List.of(1, 2), ports.trusted());
  }

  @Test
  void trustsNothingNewIfHelmFailedBeforeItStoredARevision() {
    upgradable();
    var before = ports.trust.of(PRIMARY);
    ports.engine.next(new End.AtOnce(new EngineFailure.Unrenderable("nil pointer")));

    var outcome = upgrade();

    assertEquals(new ReleaseOutcome.Failed(FailedStep.UPGRADE, "nil pointer"), outcome);
    assertEquals(List.of("1 deployed"), ports.store.statuses());
    assertEquals(before, ports.trust.of(PRIMARY));
  }

  @Test
  void doesNotTrustARevisionThatAnotherClientStoredDuringAFailure() {
    upgradable();
    ports.engine.next(new End.AtOnce(UNREACHABLE));
    ports.effects.before(
        "helm Upgrade", () -> ports.store.put(revision(2, RevisionStatus.DEPLOYED, OTHER, NEW)));

    assertInstanceOf(ReleaseOutcome.Hindered.class, upgrade());
    assertEquals(List.of(1), ports.trusted());
  }

  @Test
  void doesNotTrustARevisionThatAnotherClientChangedDuringAFailure() {
    upgradable();
    ports.engine.next(new End.AtOnce(UNREACHABLE));
    ports.effects.before("helm Upgrade", () -> ports.store.put(forged(ports.store.get(1))));

    assertInstanceOf(ReleaseOutcome.Hindered.class, upgrade());
    assertEquals(List.of(), ports.trusted());
  }

  @Test
  void trustsTheFirstRevisionOfANewHistoryAlsoAfterACrash() {
    ports.with(
        revision(1, RevisionStatus.FAILED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, OLD));
    ports.engine.next(new End.Crash(new LeaseLostException()));

    assertThrows(
        LeaseLostException.class,
        () -> ports.maker().reinstall(ports.store.get(2), DESIRED, OWNERSHIP));

    assertEquals(List.of("1 pending-install"), ports.store.statuses());
    assertEquals(List.of(1), ports.trusted());
  }

  @Test
  void trustsTheFirstRevisionAfterTheLossOfAHistoryAlsoAfterACrash() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    ports.store.deleteAll();
    ports.store.deliver();
    ports.effects.failAt("read revision 1", unreachable());

    assertThrows(KubernetesClientException.class, this::install);

    assertEquals(List.of("1 deployed"), ports.store.statuses());
    assertEquals(List.of(1), ports.trusted());
  }

  @Test
  void trustsARollbackAlsoAfterACrash() {
    failedUpgrade();
    ports.engine.next(new End.Crash(new LeaseLostException()));

    assertThrows(LeaseLostException.class, this::rollback);

    assertEquals("copy of revision 1", ports.trust.of(PRIMARY).attempt());
    assertEquals(List.of("1 superseded", "2 failed", "3 pending-upgrade"), ports.store.statuses());
    assertEquals(List.of(1, 2, 3), ports.trusted());
  }

  @Test
  void trustsARollbackAlsoIfTheStoreDoesNotAnswerAfterIt() {
    failedUpgrade();
    ports.engine.next(
        new End.Followed(() -> ports.effects.failAt("list revisions", unreachable())));

    assertThrows(KubernetesClientException.class, this::rollback);

    assertEquals(List.of("1 superseded", "2 failed", "3 deployed"), ports.store.statuses());
    assertEquals(List.of(1, 2, 3), ports.trusted());
  }

  @Test
  void trustsTheSecondRevisionOfANewHistoryAlsoAfterACrash() {
    ports.with(
        revision(1, RevisionStatus.FAILED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, OLD));
    ports.maker().reinstall(ports.store.get(2), DESIRED, OWNERSHIP);
    ports.engine.next(new End.Crash(new LeaseLostException()));

    assertThrows(LeaseLostException.class, this::upgrade);

    assertEquals(List.of(1, 2), ports.trusted());
  }

  @Test
  void reportsARevisionWhoseLastWriteWasLost() {
    upgradable();
    ports.engine.next(new End.WithoutLastWrite());

    assertEquals(
        new ReleaseOutcome.Hindered(
            FailedStep.UPGRADE,
            Reasons.RELEASE_NOT_STORED,
            "Helm made revision 2, but could not store its result in the release Secret; the revision is made again"),
        upgrade());
    assertEquals(List.of("1 deployed", "2 pending-upgrade"), ports.store.statuses());
  }

  @Test
  void doesNotTrustASuccessWithoutADeployedRevision() {
    upgradable();
    ports.engine.next(
        new End.Followed(() -> ports.store.mark(2, RevisionStatus.FAILED, "a webhook was down")));

    assertEquals(
        new ReleaseOutcome.Failed(
            FailedStep.UPGRADE, "Helm reported success, but the newest revision is not deployed"),
        upgrade());
  }

  @Test
  void doesNotTakeAnotherClientsRevisionForItsOwn() {
    upgradable();
    ports.engine.next(
        new End.Followed(() -> ports.store.put(revision(3, RevisionStatus.DEPLOYED, OTHER, OLD))));

    assertEquals(REPLACED, upgrade());
  }

  @Test
  void doesNotBlameTheInputForARevisionThatAnotherClientRemoved() {
    upgradable();
    ports.engine.next(new End.Followed(ports.store::deleteAll));

    assertEquals(REPLACED, upgrade());
  }

  @Test
  void trustsItsRevisionAlsoIfAPersonHasMadeANewerOneSince() {
    ports.engine.next(
        new End.Followed(
            () -> {
              ports.store.mark(1, RevisionStatus.SUPERSEDED, "Install complete");
              ports.store.put(withoutOrigin(2, RevisionStatus.DEPLOYED));
            }));

    install();

    assertEquals(List.of(1), ports.trusted());
  }

  @Test
  void leavesAnAttemptOpenThatItDidNotSeeTheEndOf() {
    upgradable();
    ports.engine.next(new End.Crash(new LeaseLostException()));

    assertThrows(LeaseLostException.class, this::upgrade);
    assertEquals(List.of("1 deployed", "2 pending-upgrade"), ports.store.statuses());
    assertEquals(NEW, ports.trust.of(PRIMARY).attempt());
    assertEquals(List.of(1, 2), ports.trusted(), "the next pass knows the owner of the revision");
  }

  @Test
  void leavesAnAttemptOpenWhileTheStoreDoesNotAnswer() {
    ports.effects.failAt("read revision 1", unreachable());

    assertThrows(KubernetesClientException.class, this::install);
    assertEquals(List.of("1 deployed"), ports.store.statuses());
    assertEquals(NEW, ports.trust.of(PRIMARY).attempt());
    assertEquals(List.of(1), ports.trusted());
  }

  @Test
  void triesOnceMoreAfterItMadeRoomForAPatch() {
    upgradable();
    ports.objects.blockPatchOf(CONFIG);
    ports.engine.next(new End.Midway(UNPATCHABLE));

    assertInstanceOf(ReleaseOutcome.Upgraded.class, upgrade());
    assertEquals(
        List.of(
            "announce " + NEW,
            "helm Upgrade",
            "make room for 2 in [ConfigMap/cache]",
            "helm Upgrade",
            "adopt objects of 3",
            "remove what [2] made and 3 has not"),
        ports.effects.seen());
  }

  @Test
  void triesOnlyOnceMore() {
    upgradable();
    ports.objects.blockPatchOf(CONFIG);
    ports.engine.next(new End.Midway(UNPATCHABLE));
    ports.engine.next(new End.Midway(UNPATCHABLE));

    assertInstanceOf(ReleaseOutcome.Failed.class, upgrade());
    assertEquals(2, ports.engine.calls().size());
  }

  @Test
  void makesNoRoomForAFailureOfAnotherKindOrAnotherObject() {
    upgradable();
    ports.objects.blockPatchOf(new ObjectKey("v1", "ConfigMap", "", "other"));
    ports.engine.next(new End.Midway(UNPATCHABLE));
    upgrade();
    ports.objects.blockPatchOf(CONFIG);
    ports.engine.next(new End.Midway(UNREACHABLE));
    upgrade();

    assertEquals(2, ports.engine.calls().size());
  }

  @Test
  void makesNoRoomForARevisionThatIsNotStoredAsFailed() {
    upgradable();
    ports.objects.blockPatchOf(CONFIG);
    ports.engine.next(new End.Crash(new EngineException(UNPATCHABLE)));

    assertInstanceOf(ReleaseOutcome.Failed.class, upgrade());
    assertEquals(List.of("1 deployed", "2 pending-upgrade"), ports.store.statuses());
    assertEquals(1, ports.engine.calls().size());
  }

  @Test
  void makesNoRoomForTheRevisionOfAnotherAttempt() {
    failedUpgrade();
    ports.objects.blockPatchOf(CONFIG);
    ports.engine.next(new End.AtOnce(UNPATCHABLE));

    assertInstanceOf(ReleaseOutcome.Failed.class, rollback());
    assertEquals(1, ports.engine.calls().size());
  }

  @Test
  void makesNoRoomForAnInstall() {
    ports.objects.blockPatchOf(CONFIG);
    ports.engine.next(new End.Midway(UNPATCHABLE));

    assertInstanceOf(ReleaseOutcome.Failed.class, install());
    assertEquals(1, ports.engine.calls().size());
  }

  @Test
  void removesTheHooksOfAnInterruptedOperationAtOnce() {
    upgradable();
    ports.engine.next(new End.Midway(UNREACHABLE));

    upgrade();

    assertEquals(
        List.of("announce " + NEW, "helm Upgrade", "remove hooks of 2", "forget kinds"),
        ports.effects.seen());
  }

  @Test
  void keepsTheHooksOfAFailureForInspection() {
    upgradable();
    ports.engine.next(new End.Midway(REJECTED));

    upgrade();

    assertEquals(List.of("announce " + NEW, "helm Upgrade", "forget kinds"), ports.effects.seen());
  }

  @Test
  void reportsAFailureAlthoughItsHooksCannotBeRemoved() {
    upgradable();
    ports.engine.next(new End.Midway(UNREACHABLE));
    ports.effects.failAt("remove hooks of 2", unreachable());

    assertEquals(
        new ReleaseOutcome.Hindered(FailedStep.UPGRADE, Reasons.UNREACHABLE, UNREACHABLE.message()),
        upgrade());
    assertEquals("", ports.trust.of(PRIMARY).attempt());
  }

  @Test
  void adoptsWhatAFailedRevisionMadeBeforeTheNextAttempt() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD),
        marked(
            revision(2, RevisionStatus.FAILED, PRIMARY, OLD),
            RevisionStatus.FAILED,
            "Abandoned while pending-upgrade"));

    upgrade();

    assertEquals(
        List.of("announce " + NEW, "adopt what 2 made", "remove hooks of 2", "helm Upgrade"),
        ports.effects.seen().subList(0, 4));
  }

  @Test
  void prunesTheHistoryAfterAFailureToo() {
    ports.with(
        revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, OLD),
        revision(3, RevisionStatus.FAILED, PRIMARY, OLD),
        revision(4, RevisionStatus.FAILED, PRIMARY, OLD));
    ports.engine.next(new End.Midway(REJECTED));

    upgrade();

    assertEquals(List.of("1 deployed", "4 failed", "5 failed"), ports.store.statuses());
  }

  @Test
  void hidesTheSecretsOfTheSpecAndOfARestoredRevision() {
    ports.with(
        keepingSecret(revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD), SECRET),
        revision(2, RevisionStatus.DEPLOYED, PRIMARY, OLD));
    var failure = new EngineFailure.Rejected("hunter2hunter2 and swordfish99 are refused");
    var desired =
        DesiredReleaseFixture.desired(
            ReleaseInput.ofDigest(NEW), "", SecretTexts.of(List.of("swordfish99")));
    ports.engine.next(new End.AtOnce(failure));

    var outcome =
        assertInstanceOf(ReleaseOutcome.Failed.class, ports.maker().goBack(1, desired, OWNERSHIP));

    assertEquals(desired.secrets().and(SECRET).hide(failure.message()), outcome.message());
    assertEquals(-1, outcome.message().indexOf("hunter2"));
    assertEquals(-1, outcome.message().indexOf("swordfish"));
  }

  @Test
  void waitsWhileAnotherOperationHoldsTheRelease() {
    upgradable();
    ports.effects.before(
        "helm Upgrade",
        () -> ports.store.put(revision(2, RevisionStatus.PENDING_UPGRADE, PRIMARY, "by hand")));

    assertInstanceOf(ReleaseOutcome.Waiting.class, upgrade());
    assertEquals(List.of("1 deployed", "2 pending-upgrade"), ports.store.statuses());
  }

  @Test
  void knowsTheRevisionThatItReports() {
    upgradable();

    var current = assertInstanceOf(ReleaseOutcome.Upgraded.class, upgrade()).current();

    assertSame(current, ports.store.known(RELEASE).latest().orElseThrow());
  }

  private void upgradable() {
    ports.with(revision(1, RevisionStatus.DEPLOYED, PRIMARY, OLD));
  }

  private void failedUpgrade() {
    ports.with(
        revision(1, RevisionStatus.SUPERSEDED, PRIMARY, OLD),
        revision(2, RevisionStatus.FAILED, PRIMARY, NEW));
  }

  private ReleaseOutcome install() {
    return ports.maker().install(DESIRED, OWNERSHIP);
  }

  private ReleaseOutcome upgrade() {
    return ports.maker().upgrade(DESIRED, OWNERSHIP);
  }

  private ReleaseOutcome rollback() {
    return ports
        .maker()
        .rollback(new ReleaseAction.Rollback(ports.store.get(2)), DESIRED, OWNERSHIP);
  }
}
