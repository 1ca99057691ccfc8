package dev.catamaran.execute;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.RevisionStatus.SUPERSEDED;
import static dev.catamaran.release.RevisionStatus.UNINSTALLED;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.keepingSecret;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.fixture.Effects;
import dev.catamaran.observe.QuietObjects;
import dev.catamaran.observe.TrustedRevisions;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Account;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HistoryLimit;
import dev.catamaran.release.MemoryReleaseStore;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.Failed;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseOutcome.Refused;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.release.RemovalAction;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.release.Trusted;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.Watch.DriftPolicy;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusDetailsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of an action that cannot be carried out. The simulation shows what the others do.
 */
class ReleaseWriterTest {
  private static final Account OPERATOR = new Account.OfOperator();
  private static final Account TENANT = new Account.ServiceAccount("shop", "deployer");
  private static final Ownership OWNERSHIP = new Ownership("ours", PRIMARY, RELEASE);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final DesiredRelease DESIRED =
      DesiredReleaseFixture.desired(ReleaseInput.ofDigest("new-input"));
  private static final DesiredRelease OTHER_DESIRED =
      DesiredReleaseFixture.desired(ReleaseInput.ofDigest("newer-input"));
  private static final ReleaseAction NOTHING =
      new ReleaseAction.Conclude(new ReleaseOutcome.Stalled(3, ""));
  private static final String DENIAL =
      "configmaps \"cache\" is forbidden: User \"system:serviceaccount:shop:deployer\" cannot patch"
          + " resource \"configmaps\" in API group \"\" in the namespace \"shop\"";

  private final MemoryReleaseStore store = new MemoryReleaseStore(new Effects());
  private final TrustedRevisions trust = new TrustedRevisions(UnaryOperator.identity());
  private final List<HelmCall> calls = new ArrayList<>();
  private final Deque<EngineFailure> failures = new ArrayDeque<>();
  private ReleaseObjects objects = QuietObjects.but(Map.of());
  private ReleaseObjects ownObjects = QuietObjects.but(Map.of());
  private Runnable effect = () -> {};
  private Account account = OPERATOR;
  private boolean isGone;

  ReleaseWriterTest() {
    trust.begin(PRIMARY, Trusted.nothing(), trusted -> {});
  }

  static Stream<Arguments> obsolete() {
    return Stream.of(
        late("a mark", DEPLOYED, seen -> new ReleaseAction.MarkFailed(seen, "not ready")),
        late("an unlock", PENDING_UPGRADE, ReleaseAction.Unlock::new),
        late("a completion", DEPLOYED, ReleaseAction.Complete::new),
        late("a take-over", DEPLOYED, ReleaseAction.TakeOver::new),
        late("tests", DEPLOYED, ReleaseAction.Test::new),
        late("a reinstallation", FAILED, ReleaseAction.Reinstall::new),
        late("a rollback", FAILED, ReleaseAction.Rollback::new));
  }

  private static Arguments late(
      String what, RevisionStatus status, Function<Revision, ReleaseAction> action) {
    return argumentSet(what, status, action);
  }

  @ParameterizedTest
  @MethodSource("obsolete")
  void waitsIfAnotherClientHasGoneOn(
      RevisionStatus status, Function<Revision, ReleaseAction> action) {
    have(revision(1, SUPERSEDED), revision(2, status));
    var seen = store.get(2);
    store.mark(2, SUPERSEDED, "by hand");
    have(revision(3, DEPLOYED));

    assertInstanceOf(Waiting.class, execute(action.apply(seen)));
    assertEquals(List.of("1 superseded", "2 superseded", "3 deployed"), store.statuses());
    assertEquals(List.of(), calls);
  }

  /** Helm does not see it, and would make the first revision below it. */
  @Test
  void installsNothingBelowARevisionThatCannotBeRead() {
    have(revision(1, UNINSTALLED), revision(2, FAILED));
    store.damage(2);
    store.deliver();

    assertThrows(UnreadableReleaseException.class, () -> execute(new ReleaseAction.Install()));
    assertEquals(List.of(), calls);
  }

  /** Seed 301019872: a failed revision below one that somebody made and damaged. */
  @Test
  void installsNothingAnewBelowARevisionThatCannotBeRead() {
    have(revision(1, FAILED), revision(2, DEPLOYED));
    store.damage(2);
    store.deliver();
    var newest = store.get(1);

    assertThrows(
        UnreadableReleaseException.class, () -> execute(new ReleaseAction.Reinstall(newest)));
    assertEquals(List.of(), calls);
  }

  static Stream<Arguments> impossible() {
    return Stream.of(
        argumentSet(
            "no good revision",
            List.of(revision(1, FAILED), revision(2, FAILED)),
            new ReleaseAction.Rollback(revision(2, FAILED)),
            new Failed(FailedStep.ROLLBACK, "there is no good revision to go back to")),
        argumentSet(
            "objects have the content of a lost revision",
            List.of(revision(1, SUPERSEDED), revision(2, FAILED)),
            new ReleaseAction.Rollback(revision(2, FAILED), 2),
            new Failed(
                FailedStep.ROLLBACK,
                "revision 2, which was deployed before, is no longer stored; an earlier one is not"
                    + " restored")),
        argumentSet(
            "a revision that is not kept",
            List.of(revision(1, SUPERSEDED), revision(3, DEPLOYED)),
            new ReleaseAction.GoBack(2),
            new Refused(
                Reasons.NO_SUCH_REVISION,
                "revision 2 is not kept; the release has revisions 1, 3")));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void saysWhyNothingIsDone(List<Revision> stored, ReleaseAction action, ReleaseOutcome outcome) {
    have(stored.toArray(Revision[]::new));
    var before = store.statuses();

    assertEquals(outcome, execute(newestOf(action)));
    assertEquals(before, store.statuses());
    assertEquals(List.of(), calls);
  }

  /** The action, for the revision as it is stored. */
  private ReleaseAction newestOf(ReleaseAction action) {
    return action instanceof ReleaseAction.Rollback(var failed, var deployed)
        ? new ReleaseAction.Rollback(store.get(failed.number()), deployed)
        : action;
  }

  @Test
  void blamesARevisionForItsTestsOnlyIfTheyRan() {
    have(revision(1, DEPLOYED), revision(2, DEPLOYED));
    var tested = new ReleaseAction.Test(store.get(2));

    failures.add(Kind.UNREACHABLE.of("no route to host"));
    assertInstanceOf(Hindered.class, execute(tested));
    failures.add(Kind.REJECTED.of("port 99999 is invalid"));
    assertEquals(
        new Failed(
            FailedStep.UPGRADE,
            "revision 2 was deployed and is refused by its tests: port 99999 is invalid"),
        execute(tested));
    assertEquals(List.of("1 superseded", "2 failed"), store.statuses());
    assertTrue(store.get(2).isMarkedFailed());
  }

  /** Helm only logs a failure of its last write of a revision. */
  @ParameterizedTest
  @CsvSource({
    "DEPLOYED,        new-input, Upgraded",
    "PENDING_UPGRADE, new-input, Hindered",
    "FAILED,          new-input, Hindered",
    "DEPLOYED,        another,   Hindered"
  })
  void looksForTheRevisionThatHelmMade(RevisionStatus status, String input, String outcome) {
    have(revision(1, DEPLOYED, PRIMARY, "old-input"));
    effect = () -> store.put(revision(2, status, PRIMARY, input));

    var upgraded = execute(new ReleaseAction.Upgrade(store.get(1)));
    assertEquals(outcome, upgraded.getClass().getSimpleName(), upgraded::toString);
  }

  /** The call goes on after the pass has stopped waiting. */
  @Test
  void trustsTheRevisionThatAnOverdueCallStoresLater() {
    have(revision(1, DEPLOYED, PRIMARY, "old-input"));
    failures.add(Kind.UNFINISHED.of("Helm has not finished"));
    assertInstanceOf(Waiting.class, execute(new ReleaseAction.Upgrade(store.get(1))));
    calls.clear();

    var again = new ReleaseAction.Upgrade(store.get(1));
    assertInstanceOf(Waiting.class, writer().execute(again, OTHER_DESIRED, OWNERSHIP));
    assertEquals(List.of(), calls);
    store.put(revision(2, DEPLOYED, PRIMARY, "new-input"));
    assertTrue(trust.covers(PRIMARY, store.get(2)));
  }

  @Test
  void countsARollbackThatDoesNotFitIntoItsSecretAsAFailureUnlessAPersonAskedForIt() {
    have(revision(1, DEPLOYED), revision(2, FAILED));
    var tooLarge = Kind.TOO_LARGE.of("it holds 1 MiB");

    failures.add(tooLarge);
    assertEquals(
        new Failed(FailedStep.ROLLBACK, "it holds 1 MiB"),
        execute(new ReleaseAction.Rollback(store.get(2))));
    failures.add(tooLarge);
    assertEquals(
        new Refused(Reasons.RELEASE_TOO_LARGE, "it holds 1 MiB"),
        execute(new ReleaseAction.GoBack(1)));
  }

  @Test
  void hidesTheSecretsOfTheSpecAndOfARestoredRevision() {
    have(
        keepingSecret(revision(1, SUPERSEDED), SecretTexts.of(List.of("hunter2hunter2"))),
        revision(2, DEPLOYED));
    var desired =
        DesiredReleaseFixture.desired(
            ReleaseInput.ofDigest("new"), "", SecretTexts.of(List.of("swordfish99")));
    failures.add(Kind.REJECTED.of("hunter2hunter2 and swordfish99 are refused"));

    assertEquals(
        new Failed(FailedStep.ROLLBACK, "*** and *** are refused"),
        writer().execute(new ReleaseAction.GoBack(1), desired, OWNERSHIP));
  }

  /** The caller handles an API server that is away. */
  @ParameterizedTest
  @CsvSource({
    "400, Failed",
    "401, Hindered",
    "404, Failed",
    "409, Hindered",
    "422, Failed",
    "499, Failed",
    "403, Hindered",
    "0, thrown",
    "429, thrown",
    "500, thrown",
    "503, thrown"
  })
  void judgesARefusedRequestByItsCode(int code, String outcome) {
    refuse(new KubernetesClientException("refused", code, null));

    if (outcome.equals("thrown")) {
      assertThrows(KubernetesClientException.class, () -> execute(NOTHING));
    } else {
      assertEquals(outcome, execute(NOTHING).getClass().getSimpleName());
    }
  }

  @Test
  void blamesNoInputForARefusedRepairOfTheRevisionBeforeIt() {
    have(revision(1, DEPLOYED));
    refuse(new KubernetesClientException("refused", 422, null));
    var held = new ReleaseOutcome.Held(Instant.EPOCH);

    assertEquals(
        new Hindered(FailedStep.RECONCILE, Reasons.RECONCILE_ERROR, "refused"),
        execute(new ReleaseAction.RepairCurrent(store.get(1), List.of(), held)));
  }

  /** Unlike a webhook, the API server names the object. */
  @Test
  void saysWhoGrantsAMissingRight() {
    var details = new StatusDetailsBuilder().withKind("configmaps").withName("cache").build();
    var status = new StatusBuilder().withMessage(DENIAL).withDetails(details).build();
    refuse(new KubernetesClientException("no words", 403, status));

    for (var asking : List.of(OPERATOR, TENANT)) {
      account = asking;
      isGone = false;
      var told = DENIAL + "; " + asking.remedy("Memcached");
      assertEquals(new Hindered(FailedStep.RECONCILE, Reasons.FORBIDDEN, told), execute(NOTHING));
      isGone = true;
      assertEquals(
          new Hindered(
              FailedStep.RECONCILE, Reasons.FORBIDDEN, asking + " does not exist: " + told),
          execute(NOTHING));
    }
    assertTrue(OPERATOR.remedy("Memcached").startsWith("run `make manifests deploy`"));
  }

  /**
   * With its own rights, the operator removes only marked objects: anybody may have written the
   * stored manifest.
   */
  @ParameterizedTest
  @CsvSource({
    "Forbidden, true, Uninstalled, ''",
    "Forbidden, false, Hindered, '1 deployed'",
    "Unreachable, true, Hindered, '1 deployed'"
  })
  void usesItsOwnRightsOnlyForMarkedObjectsOfAnAccountThatIsGone(
      String failure, boolean isGone, String outcome, String left) {
    removeWith(failure, isGone, outcome);

    assertEquals(left, String.join(", ", store.statuses()));
  }

  @Test
  void reportsARefusalOfItsOwnRightsToo() {
    ownObjects =
        QuietObjects.but(
            Map.of("removeOwned", throwing(new KubernetesClientException("no", 403, null))));
    removeWith("Forbidden", true, "Hindered");
  }

  private void removeWith(String failure, boolean isGone, String outcome) {
    have(revision(1, DEPLOYED));
    this.isGone = isGone;
    account = TENANT;
    failures.add(
        failure.equals("Forbidden")
            ? Kind.FORBIDDEN.of(DENIAL)
            : Kind.UNREACHABLE.of("no route to host"));

    var removed =
        writer()
            .remove(
                new RemovalAction.Uninstall(false),
                RELEASE,
                OWNERSHIP,
                new PrimaryAnnotations(Map.of()));

    assertEquals(outcome, removed.getClass().getSimpleName());
    assertEquals(1, calls.size(), "no call with the operator's rights");
  }

  /** Stores revisions that the operator made. */
  private void have(Revision... revisions) {
    for (var revision : revisions) {
      trust.note(PRIMARY, store.put(revision));
    }
    store.deliver();
  }

  private void refuse(KubernetesClientException refusal) {
    objects = QuietObjects.but(Map.of("disownKnown", throwing(refusal)));
  }

  private static Supplier<Object> throwing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  private ReleaseOutcome execute(ReleaseAction action) {
    return writer().execute(action, DESIRED, OWNERSHIP);
  }

  private ReleaseWriter writer() {
    return new ReleaseWriter(
        account,
        asked -> isGone,
        new ReleaseAccess(this::run, objects),
        store,
        trust,
        HistoryLimit.of(3, /* hasTrial= */ false),
        DriftPolicy.CORRECT,
        remover(objects),
        remover(ownObjects),
        TIMEOUT);
  }

  private ReleaseRemover remover(ReleaseObjects objects) {
    return new ReleaseRemover(this::run, store, trust, objects, TIMEOUT, Optional.empty());
  }

  private HelmCall.Result run(HelmCall call) {
    calls.add(call);
    if (!failures.isEmpty()) {
      throw new EngineException(failures.remove());
    }
    effect.run();
    return HelmCall.Result.DONE;
  }
}
