package dev.catamaran.execute;

import static dev.catamaran.execute.Ports.OWNERSHIP;
import static dev.catamaran.execute.Ports.REJECTED;
import static dev.catamaran.execute.Ports.TIMEOUT;
import static dev.catamaran.execute.Ports.UNREACHABLE;
import static dev.catamaran.release.MemoryReleaseStore.unreachable;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withManifest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.Extent;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HopelessHook;
import dev.catamaran.release.MemoryEngine.End;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseOutcome.Uninstalled;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.UninstallOptions;
import dev.catamaran.status.PrimaryGoneException;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReleaseRemoverTest {
  private static final RemovalAction UNINSTALL = new RemovalAction.Uninstall(false);
  private static final String ALL_OURS = "remove all that name cache";
  private static final String EDIT = "announce revision 1 as digest 1, changed";
  private static final PrimaryAnnotations NONE = new PrimaryAnnotations(Map.of());
  private static final PrimaryAnnotations WAITING =
      new PrimaryAnnotations(Map.of("helm.sdk.operatorframework.io/uninstall-wait", "true"));
  private static final PrimaryAnnotations WITHOUT_HOOKS =
      new PrimaryAnnotations(
          Map.of("helm.sdk.operatorframework.io/uninstall-disable-hooks", "true"));
  private static final ObjectKey HOOK = new ObjectKey("batch/v1", "Job", "", "clean");

  private final Ports ports = new Ports();

  /**
   * One action, over one revision and two objects that name the primary.
   *
   * @param effects the changes
   * @param left the revisions after it
   */
  record Row(
      RemovalAction action, ReleaseOutcome outcome, List<String> effects, List<String> left) {
    @Override
    public String toString() {
      return action.getClass().getSimpleName();
    }
  }

  static Stream<Row> actions() {
    var pending = revision(1, RevisionStatus.PENDING_UPGRADE);
    var stays = List.of("1 deployed");
    return Stream.of(
        new Row(UNINSTALL, new Uninstalled(0), List.of("helm Uninstall"), List.of()),
        new Row(
            new RemovalAction.Discard(),
            new Uninstalled(2),
            List.of("adopt what 1 made", "delete 1", ALL_OURS),
            List.of()),
        new Row(new RemovalAction.Sweep(), new Uninstalled(2), List.of(ALL_OURS), stays),
        new Row(
            new RemovalAction.AwaitOther(pending),
            new ReleaseOutcome.Waiting("revision 1 of release shop/cache is pending-upgrade"),
            List.of(),
            stays),
        new Row(new RemovalAction.NothingToRemove(), new Uninstalled(0), List.of(), stays),
        new Row(new RemovalAction.Rest(), new ReleaseOutcome.Paused(), List.of(), stays));
  }

  @ParameterizedTest
  @MethodSource("actions")
  void removesWhatItsActionSays(Row row) {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.own(2);

    assertEquals(row.outcome(), remove(row.action(), NONE));
    assertEquals(row.effects(), ports.effects.seen());
    assertEquals(row.left(), ports.store.statuses());
  }

  @Test
  void hasARowForEachAction() {
    assertEquals(
        Arrays.stream(RemovalAction.class.getPermittedSubclasses()).collect(Collectors.toSet()),
        actions().map(row -> row.action().getClass()).collect(Collectors.toSet()));
  }

  @Test
  void limitsTheTimeOfAnUninstallAndRunsItsHooksUnlessToldOtherwise() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    remove(UNINSTALL, NONE);
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    remove(UNINSTALL, WITHOUT_HOOKS);

    assertEquals(
        List.of(uninstall(true, "version 1"), uninstall(false, "version 3")), ports.engine.calls());
  }

  @Test
  void keepsTheHistoryIfAnUninstallFails() {
    ports.with(revision(1, RevisionStatus.SUPERSEDED), revision(2, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.Midway(REJECTED));

    assertEquals(
        new ReleaseOutcome.Failed(FailedStep.UNINSTALL, "port 99999 is invalid"),
        remove(UNINSTALL, WAITING));
    assertEquals(List.of("1 superseded", "2 uninstalling"), ports.store.statuses());
  }

  @Test
  void triesAFailedUninstallAgainWithoutTheHooksThatWouldBlockIt() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.Midway(UNREACHABLE));

    assertEquals(
        new ReleaseOutcome.Hindered(
            FailedStep.UNINSTALL, Reasons.UNREACHABLE, UNREACHABLE.message()),
        remove(UNINSTALL, NONE));
    assertEquals(new Uninstalled(0), remove(UNINSTALL, NONE));
    assertEquals(
        List.of("helm Uninstall", "forget kinds", "remove hooks of 1", "helm Uninstall"),
        ports.effects.seen());
  }

  @Test
  void skipsHooksThatATerminatingNamespaceCannotRun() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.Midway(new EngineFailure.NamespaceTerminating("no new pods")));

    assertEquals(new Uninstalled(0), remove(UNINSTALL, NONE));
    assertEquals(
        List.of(uninstall(true, "version 1"), uninstall(false, "version 2")), ports.engine.calls());
  }

  @Test
  void givesUpAfterTheAttemptWithoutHooks() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    var terminating = new EngineFailure.NamespaceTerminating("no new pods");
    ports.engine.next(new End.Midway(terminating));
    ports.engine.next(new End.Midway(terminating));

    assertInstanceOf(ReleaseOutcome.Hindered.class, remove(UNINSTALL, NONE));
    assertEquals(2, ports.engine.calls().size());
  }

  @Test
  void reportsRevisionsThatASuccessLeft() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.engine.next(new End.WithoutLastWrite());

    assertEquals(
        new ReleaseOutcome.Failed(
            FailedStep.UNINSTALL, "Helm reported success, but revisions are left"),
        remove(UNINSTALL, NONE));
  }

  @Test
  void removesTheObjectsOfEarlierFailuresBeforeItFreesTheName() {
    ports.with(revision(1, RevisionStatus.FAILED), revision(2, RevisionStatus.DEPLOYED));

    assertEquals(new Uninstalled(1), remove(UNINSTALL, NONE));
    assertEquals(
        List.of("remove what [1] have and [2] have not", "helm Uninstall"), ports.effects.seen());
  }

  @Test
  void removesTheObjectsOfAHistoryThatAnotherClientDeleted() {
    ports.with(revision(1, RevisionStatus.FAILED), revision(2, RevisionStatus.DEPLOYED));
    ports.objects.own(1);
    ports.effects.before("helm Uninstall", ports.store::deleteAll);

    assertEquals(new Uninstalled(1 + 2 + 1), remove(UNINSTALL, NONE));
    assertEquals(
        List.of(
            "remove what [1] have and [2] have not",
            "helm Uninstall",
            "remove what [1, 2] have and [] have not",
            ALL_OURS),
        ports.effects.seen());
  }

  @Test
  void uninstallsItsOwnRevisionAndNotAForgedOne() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.forged(revision(2, RevisionStatus.DEPLOYED));

    assertInstanceOf(Uninstalled.class, remove(UNINSTALL, NONE));
    assertEquals(
        List.of("adopt what 2 made", "delete 2", "helm Uninstall", ALL_OURS), ports.effects.seen());
  }

  @Test
  void callsNoHelmForAHistoryOfForgeriesAlone() {
    ports.forged(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.own(3);

    assertEquals(new Uninstalled(3), remove(UNINSTALL, NONE));
    assertEquals(List.of("adopt what 1 made", "delete 1", ALL_OURS), ports.effects.seen());
  }

  @Test
  void waitsIfAnotherClientStoresARevisionDuringADiscard() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.effects.before("delete 1", () -> ports.store.put(revision(2, RevisionStatus.DEPLOYED)));

    assertEquals(
        new ReleaseOutcome.Waiting("another client changed revisions of release shop/cache"),
        remove(new RemovalAction.Discard(), NONE));
    assertEquals(List.of("2 deployed"), ports.store.statuses());
  }

  @Test
  void sweepsUnreadableRevisionsWithTheObjects() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.store.damage(1);
    ports.objects.own(2);

    assertEquals(new Uninstalled(2), remove(new RemovalAction.Sweep(), NONE));
    assertEquals(List.of(), ports.store.statuses());
  }

  @Test
  void takesObjectsOfAnUnservedKindOutOfTheRevision() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.stopServing("ConfigMap");

    assertInstanceOf(Uninstalled.class, remove(UNINSTALL, NONE));
    assertEquals(
        List.of("forget kinds", EDIT, "forget objects of 1", "helm Uninstall", ALL_OURS),
        ports.effects.seen());
  }

  @Test
  void leavesWhatAPersonKeepsOutOfTheUninstall() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    var kept = ports.store.get(1).manifest().objects().getFirst().key();
    ports.objects.keep(kept);
    var disown = "disown " + Set.of(kept);

    assertInstanceOf(Uninstalled.class, remove(UNINSTALL, NONE));
    assertEquals(
        List.of(disown, EDIT, "forget objects of 1", "helm Uninstall", disown),
        ports.effects.seen());
  }

  @Test
  void takesHooksOutOfTheRevisionThatCannotSucceed() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    var hook = new HopelessHook(HOOK, "ServiceAccount a, which goes", true);
    ports.objects.lack(hook);

    assertEquals(
        new ReleaseOutcome.HooksDropped(List.of(hook)),
        remove(new RemovalAction.Uninstall(true), NONE));
    assertEquals(List.of(), ports.engine.calls());
    assertInstanceOf(Uninstalled.class, remove(UNINSTALL, NONE));
  }

  @Test
  void waitsForNoHookThatAPersonCanHelp() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.lack(new HopelessHook(HOOK, "ServiceAccount a, which is not there", false));

    assertEquals(
        new ReleaseOutcome.Failed(
            FailedStep.UNINSTALL,
            "hook Job/clean lacks ServiceAccount a, which is not there. Create that, or annotate"
                + " the primary with helm.sdk.operatorframework.io/uninstall-disable-hooks:"
                + " \"true\""),
        remove(UNINSTALL, NONE));
    assertEquals(List.of(), ports.engine.calls());
    assertInstanceOf(Uninstalled.class, remove(UNINSTALL, WITHOUT_HOOKS));
  }

  @Test
  void uninstallsTheReleaseOfAPrimaryThatIsGone() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.stopServing("ConfigMap");
    ports.effects.failAt(EDIT, new PrimaryGoneException("cache"));

    assertInstanceOf(Uninstalled.class, remove(UNINSTALL, NONE));
    assertEquals(
        List.of("forget kinds", "forget objects of 1", "helm Uninstall", ALL_OURS),
        ports.effects.seen());
  }

  @Test
  void trustsTheRevisionWithoutTheUnservedObjectsIfTheUninstallFails() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.stopServing("ConfigMap");
    ports.engine.next(new End.AtOnce(UNREACHABLE));

    remove(UNINSTALL, NONE);

    assertEquals(List.of(), ports.store.get(1).manifest().objects());
    assertEquals(List.of(1), ports.trusted());
  }

  @Test
  void asksForTheServedKindsAgainBeforeItForgetsObjects() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.stopServing("ConfigMap");
    ports.effects.before("forget kinds", () -> ports.objects.serve("ConfigMap"));

    assertInstanceOf(Uninstalled.class, remove(UNINSTALL, NONE));
    assertEquals(List.of("forget kinds", "helm Uninstall"), ports.effects.seen());
  }

  @Test
  void removesMarkedObjectsIfHelmCannotReadTheManifest() {
    var unreadable = withManifest(1, RevisionStatus.DEPLOYED, "kind: [");
    ports.with(unreadable);
    ports.objects.own(2);
    ports.engine.next(new End.AtOnce(REJECTED));

    assertEquals(new Uninstalled(2), remove(UNINSTALL, NONE));
    assertEquals(List.of(), ports.store.statuses());
  }

  @Test
  void trustsHelmWithAManifestThatOnlyHelmCanRead() {
    ports.with(withManifest(1, RevisionStatus.DEPLOYED, "kind: ["));

    assertEquals(new Uninstalled(0), remove(UNINSTALL, NONE));
    assertEquals(List.of("helm Uninstall"), ports.effects.seen());
  }

  @Test
  void removesAFailedReleaseWithoutHelm() {
    ports.with(revision(1, RevisionStatus.FAILED));
    var claim = new ObjectKey("v1", "PersistentVolumeClaim", "shop", "cache");
    ports.objects.spare(claim);

    assertEquals(
        new ReleaseOutcome.FailureRemoved(List.of(), List.of(claim)),
        ports.remover().removeFailed(ports.store.get(1), Extent.ATTEMPT, OWNERSHIP));
    assertEquals(
        List.of("remove ATTEMPT of [1]", "adopt what 1 made", "delete 1"), ports.effects.seen());
  }

  @Test
  void removesWhatItsOwnRevisionsHaveAndNotWhatAForgedOneHas() {
    ports.with(revision(1, RevisionStatus.DEPLOYED), revision(3, RevisionStatus.FAILED));
    ports.forged(revision(2, RevisionStatus.DEPLOYED));

    assertInstanceOf(
        ReleaseOutcome.FailureRemoved.class,
        ports.remover().removeFailed(ports.store.get(3), Extent.RELEASE, OWNERSHIP));
    assertEquals("remove RELEASE of [1, 3]", ports.effects.seen().getFirst());
    assertEquals(List.of(), ports.store.statuses());
  }

  @Test
  void waitsForObjectsThatAreBeingDeletedIfAsked() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.objects.linger("Pod/cache-0");

    assertEquals(
        new ReleaseOutcome.Lingering(List.of("Pod/cache-0"), 1), remove(UNINSTALL, WAITING));
    assertEquals(new Uninstalled(0), remove(new RemovalAction.NothingToRemove(), NONE));
  }

  @Test
  void removesOnlyTheFailedReleaseThatWasDecidedOn() {
    ports.with(revision(1, RevisionStatus.FAILED));
    var failed = ports.store.get(1);
    ports.store.put(revision(2, RevisionStatus.DEPLOYED));

    assertEquals(
        ReleaseOutcome.Waiting.changed(failed),
        ports.remover().removeFailed(failed, Extent.ATTEMPT, OWNERSHIP));
    assertEquals(List.of(), ports.effects.seen());
  }

  @Test
  void doesNotReportAFailureAsRemovedIfAnotherClientStoredARevision() {
    ports.with(revision(1, RevisionStatus.FAILED));
    ports.effects.before("delete 1", () -> ports.store.put(revision(2, RevisionStatus.DEPLOYED)));

    assertInstanceOf(
        ReleaseOutcome.Waiting.class,
        ports.remover().removeFailed(ports.store.get(1), Extent.ATTEMPT, OWNERSHIP));
    assertEquals(List.of("2 deployed"), ports.store.statuses());
  }

  @Test
  void canBeRepeatedAfterTheStoreDidNotAnswer() {
    ports.with(revision(1, RevisionStatus.DEPLOYED));
    ports.effects.failAt("list revisions", unreachable());

    assertThrows(KubernetesClientException.class, () -> remove(UNINSTALL, NONE));
    assertEquals(List.of(), ports.effects.seen());
    assertEquals(new Uninstalled(0), remove(UNINSTALL, NONE));
  }

  private static HelmCall uninstall(boolean hooks, String seen) {
    return new HelmCall.Uninstall(
        RELEASE, new UninstallOptions(TIMEOUT, hooks), seen, Optional.empty());
  }

  private ReleaseOutcome remove(RemovalAction action, PrimaryAnnotations annotations) {
    return ports.remover().remove(action, RELEASE, OWNERSHIP, annotations);
  }
}
