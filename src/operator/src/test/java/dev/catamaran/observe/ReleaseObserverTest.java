package dev.catamaran.observe;

import static dev.catamaran.release.Revisions.INPUT;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.WRITTEN_AT;
import static dev.catamaran.release.Revisions.bare;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.marked;
import static dev.catamaran.release.Revisions.ownedBy;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withManifest;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.cluster.RecordedObjects;
import dev.catamaran.fixture.Effects;
import dev.catamaran.manifest.Drift;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.Ending;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.Extent;
import dev.catamaran.release.Force;
import dev.catamaran.release.History;
import dev.catamaran.release.MemoryReleaseStore;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.ReleaseState.Abandoned;
import dev.catamaran.release.ReleaseState.Absent;
import dev.catamaran.release.ReleaseState.Busy;
import dev.catamaran.release.ReleaseState.FailedInstall;
import dev.catamaran.release.ReleaseState.FailedRollback;
import dev.catamaran.release.ReleaseState.FailedUpgrade;
import dev.catamaran.release.ReleaseState.Foreign;
import dev.catamaran.release.ReleaseState.InSync;
import dev.catamaran.release.ReleaseState.Inherited;
import dev.catamaran.release.ReleaseState.Irreversible;
import dev.catamaran.release.ReleaseState.Lost;
import dev.catamaran.release.ReleaseState.OutOfSync;
import dev.catamaran.release.ReleaseState.Uncompleted;
import dev.catamaran.release.ReleaseState.Unfinished;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Wish;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.DriftPolicy;
import dev.catamaran.watch.Gate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Most cases have no drift: the tests on a cluster cover {@code Drifted}. */
class ReleaseObserverTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Instant SOON = WRITTEN_AT.plusSeconds(30);
  private static final LeaderTerm SINCE_BEFORE_THE_WRITE =
      new LeaderTerm(WRITTEN_AT.minusSeconds(3600), Duration.ofSeconds(15));
  private static final PrimaryIdentity NEWER_VERSION =
      new PrimaryIdentity("cache.my.domain/v2", "Memcached", "shop", "cache", "uid-1");
  private static final PrimaryIdentity RECREATED =
      new PrimaryIdentity("cache.my.domain/v1alpha1", "Memcached", "shop", "cache", "uid-2");
  private static final PrimaryIdentity OTHER_KIND =
      new PrimaryIdentity("cache.my.domain/v1alpha1", "Redis", "shop", "cache", "uid-3");
  private static final PrimaryIdentity OTHER_GROUP =
      new PrimaryIdentity("other.domain/v1alpha1", "Memcached", "shop", "cache", "uid-4");

  /** Revision 1 was deployed before. */
  private static final Optional<Deployed> DEPLOYED_BEFORE =
      Optional.of(
          new Deployed(
              "shop", "cache", 1, "memcached", "0.1.0", "1.6.40", INPUT, /* onTrial= */ false));

  private static final Revision ON_TRIAL = revision(2, RevisionStatus.DEPLOYED);
  private static final ManifestObject OBJECT = ON_TRIAL.manifest().objects().getFirst();
  private static final Optional<Deployed> PASSED = reported(2);

  private static final Optional<Deployed> TRIED =
      Optional.of(
          new Deployed("shop", "cache", 2, "memcached", "0.1.0", "1", INPUT, /* onTrial= */ true));

  private Calls calls = Calls.NONE;

  /** Returns these revisions for every release. */
  private record Stored(List<Revision> revisions) implements ReleaseStore {
    @Override
    public History known(ReleaseKey release) {
      return new History(revisions);
    }

    @Override
    public List<ReleaseKey> releasesOf(PrimaryIdentity primary) {
      throw new AssertionError("an observation does not search for releases");
    }

    @Override
    public History refresh(ReleaseKey release) {
      assertEquals(List.of(), revisions, "an observation refreshes only an unknown release");
      return History.none();
    }

    @Override
    public boolean fail(Revision revision, String why) {
      throw new AssertionError("an observation changes nothing");
    }

    @Override
    public boolean supersede(Revision revision) {
      throw new AssertionError("an observation changes nothing");
    }

    @Override
    public boolean confirm(Revision current, DesiredRelease desired, Consumer<Revision> first) {
      throw new AssertionError("an observation changes nothing");
    }

    @Override
    public void noteEnded(Revision revision, Map<ObjectKey, Ending> ended) {
      throw new AssertionError("an observation changes nothing");
    }

    @Override
    public boolean takeOver(Revision inherited, DesiredRelease desired, Consumer<Revision> first) {
      throw new AssertionError("an observation changes nothing");
    }

    @Override
    public Cleared clear(
        ReleaseKey release, Predicate<Revision> trusted, Consumer<Revision> first) {
      throw new AssertionError("an observation changes nothing");
    }

    @Override
    public boolean rewrite(
        Revision revision,
        Function<ObjectKey, Optional<String>> version,
        Consumer<Revision> first) {
      throw new AssertionError("an observation changes nothing");
    }

    @Override
    public boolean delete(Revision revision) {
      throw new AssertionError("an observation changes nothing");
    }
  }

  static Stream<Arguments> newestRevisions() {
    return Stream.of(
        row(withManifest(1, RevisionStatus.DEPLOYED, ""), InSync::new),
        row(
            bare(revision(1, RevisionStatus.DEPLOYED, PRIMARY, "other-input")),
            ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.FAILED), Unfinished::new),
        row(revision(1, RevisionStatus.FAILED, PRIMARY, "other-input"), Unfinished::new),
        row(revision(1, RevisionStatus.UNKNOWN), Unfinished::new),
        row(revision(1, RevisionStatus.SUPERSEDED), ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.UNINSTALLED), uninstalled -> new Lost()),
        row(revision(1, RevisionStatus.PENDING_INSTALL), Busy::new),
        row(revision(1, RevisionStatus.PENDING_UPGRADE, PRIMARY, "other-input"), Busy::new),
        row(revision(1, RevisionStatus.PENDING_ROLLBACK), Busy::new),
        row(revision(1, RevisionStatus.UNINSTALLING), Busy::new),
        row(
            bare(revision(1, RevisionStatus.DEPLOYED, RECREATED, INPUT)),
            ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.FAILED, RECREATED, INPUT), Unfinished::new),
        row(
            revision(2, RevisionStatus.FAILED, NEWER_VERSION, INPUT),
            ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.DEPLOYED, OTHER_KIND, INPUT), Foreign::new),
        row(revision(1, RevisionStatus.DEPLOYED, OTHER_GROUP, INPUT), Foreign::new),
        row(revision(1, RevisionStatus.PENDING_UPGRADE, OTHER_KIND, INPUT), Foreign::new),
        row(withoutOrigin(1, RevisionStatus.DEPLOYED), Foreign::new),
        row(withoutOrigin(1, RevisionStatus.PENDING_INSTALL), Foreign::new),
        row(bare(withoutOrigin(2, RevisionStatus.DEPLOYED)), ReleaseObserverTest::outOfSync),
        row(withoutOrigin(2, RevisionStatus.PENDING_UPGRADE), Busy::new),
        row(ownedBy(PRIMARY.uid(), 1, RevisionStatus.DEPLOYED), Inherited::new),
        row(ownedBy(PRIMARY.uid(), 1, RevisionStatus.FAILED), Inherited::new),
        row(ownedBy(PRIMARY.uid(), 1, RevisionStatus.PENDING_INSTALL), Busy::new),
        row(ownedBy("uid-of-another", 1, RevisionStatus.DEPLOYED), Foreign::new));
  }

  private static Arguments row(Revision newest, Function<Revision, ReleaseState> state) {
    return arguments(newest, state.apply(newest));
  }

  @ParameterizedTest
  @MethodSource("newestRevisions")
  void followsFromTheNewestRevision(Revision newest, ReleaseState state) {
    assertEquals(state, observe(SINCE_BEFORE_THE_WRITE, SOON, newest));
  }

  @Test
  void inheritsTheReleaseInTheStatusOfAGoOperator() {
    var unowned = withoutOrigin(1, RevisionStatus.DEPLOYED);
    var named = Optional.of(new Deployed("", RELEASE.name(), 0, "", "", "", "", false));
    var observer = observer(SINCE_BEFORE_THE_WRITE, SOON, unowned);

    assertEquals(
        new Inherited(unowned),
        observer.observe(question(new Wish.FollowSpec(), named, Optional.empty())));
    assertEquals(outOfSync(unowned), observer.observeDeleted(RELEASE, PRIMARY, named, false));
  }

  @Test
  void doesNotTrustAnUnverifiedRevision() {
    for (var status : List.of(RevisionStatus.DEPLOYED, RevisionStatus.FAILED)) {
      var forged = revision(2, status);
      var trust = new TrustedRevisions(UnaryOperator.identity());
      trust.note(PRIMARY, revision(1, RevisionStatus.SUPERSEDED));
      var observer = observer(SOON, SINCE_BEFORE_THE_WRITE, trust, forged);
      assertEquals(
          new ReleaseState.Untrusted(forged),
          observer.observe(question(new Wish.FollowSpec(), DEPLOYED_BEFORE, Optional.empty())));
      assertEquals(
          new ReleaseState.Untrusted(forged),
          observer.observeDeleted(RELEASE, PRIMARY, DEPLOYED_BEFORE, false));
    }
  }

  @Test
  void usesNoRevisionIfTheStatusIsSilent() {
    for (var status :
        List.of(
            RevisionStatus.DEPLOYED,
            RevisionStatus.FAILED,
            RevisionStatus.SUPERSEDED,
            RevisionStatus.UNINSTALLED)) {
      var stored = revision(2, status);
      var observer =
          observer(
              SOON, SINCE_BEFORE_THE_WRITE, new TrustedRevisions(UnaryOperator.identity()), stored);
      assertEquals(
          new ReleaseState.Unreported(stored),
          observer.observe(question(new Wish.FollowSpec(), Optional.empty(), Optional.empty())),
          status::helmName);
    }
  }

  @Test
  void decidesOnTheNewestRevisionOnly() {
    var failed = revision(2, RevisionStatus.FAILED);
    assertEquals(
        outOfSync(failed),
        observe(SINCE_BEFORE_THE_WRITE, SOON, failed, revision(1, RevisionStatus.DEPLOYED)));
  }

  @Test
  void distinguishesALostReleaseFromAnAbsentOne() {
    var observer = observer(SINCE_BEFORE_THE_WRITE, SOON);
    assertEquals(
        new Absent(),
        observer.observe(question(new Wish.FollowSpec(), Optional.empty(), Optional.empty())));
    assertEquals(
        new Lost(),
        observer.observe(question(new Wish.FollowSpec(), DEPLOYED_BEFORE, Optional.empty())));
    assertEquals(new Absent(), observer.observeDeleted(RELEASE, PRIMARY, Optional.empty(), false));
    assertEquals(new Lost(), observer.observeDeleted(RELEASE, PRIMARY, DEPLOYED_BEFORE, false));
  }

  /** An installation failed, and then its Secret was damaged. */
  @Test
  void findsALostReleaseInUnreadableRevisionsThatTheStatusNames() {
    var store = new MemoryReleaseStore(new Effects());
    var failed = store.put(revision(1, RevisionStatus.FAILED));
    store.damage(1);
    var trust = new TrustedRevisions(UnaryOperator.identity());
    trust.announce(PRIMARY, INPUT);
    var observer = observer(SOON, SINCE_BEFORE_THE_WRITE, trust, store);
    assertEquals(
        new Absent(),
        observer.observeDeleted(RELEASE, PRIMARY, Optional.empty(), false),
        "it may be of somebody else");

    trust.note(PRIMARY, failed);
    assertEquals(new Lost(), observer.observeDeleted(RELEASE, PRIMARY, Optional.empty(), false));
  }

  static Stream<Arguments> momentsOfAPendingRevision() {
    var afterTheWrite = new LeaderTerm(WRITTEN_AT.plusSeconds(10), Duration.ofSeconds(15));
    var bound = WRITTEN_AT.plus(TIMEOUT).plusSeconds(60);
    return Stream.of(
        arguments("our own", SINCE_BEFORE_THE_WRITE, SOON, false),
        arguments("our own, at its bound", SINCE_BEFORE_THE_WRITE, bound, false),
        arguments("our own, after its bound", SINCE_BEFORE_THE_WRITE, bound.plusMillis(1), true),
        arguments("a predecessor's lease", afterTheWrite, WRITTEN_AT.plusSeconds(24), false),
        arguments("after that lease", afterTheWrite, WRITTEN_AT.plusSeconds(25), true));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("momentsOfAPendingRevision")
  void isAbandonedAfterTheLeaseOrTheTimeout(
      String situation, LeaderTerm term, Instant now, boolean abandoned) {
    var pending = revision(1, RevisionStatus.PENDING_UPGRADE);
    var state = abandoned ? new Abandoned(pending) : new Busy(pending);
    assertEquals(state, observe(term, now, pending), situation);
    assertEquals(
        state,
        observer(term, now, pending).observeDeleted(RELEASE, PRIMARY, DEPLOYED_BEFORE, false),
        situation);
  }

  /** No call continues a pending revision after our own call has returned. */
  @Test
  void isAbandonedOnceOurOwnCallHasReturned() {
    var pending = revision(2, RevisionStatus.PENDING_UPGRADE);
    calls = new Calls(WRITTEN_AT.minusSeconds(1), WRITTEN_AT.plusSeconds(5), false);
    assertEquals(new Abandoned(pending), observe(SINCE_BEFORE_THE_WRITE, SOON, pending));

    calls = new Calls(WRITTEN_AT.plusSeconds(1), WRITTEN_AT.plusSeconds(5), false);
    assertEquals(new Busy(pending), observe(SINCE_BEFORE_THE_WRITE, SOON, pending), "not our call");
  }

  @Test
  void isBusyAsLongAsOurOwnCallRuns() {
    var pending = revision(2, RevisionStatus.PENDING_UPGRADE);
    calls = new Calls(Instant.MAX, Instant.MIN, true);
    var longAfter = WRITTEN_AT.plus(Duration.ofDays(1));
    assertEquals(new Busy(pending), observe(SINCE_BEFORE_THE_WRITE, longAfter, pending));
  }

  /** The command {@code helm rollback} copies our marks. */
  @Test
  void waitsForAHelmCommandThatBeganBeforeTheStart() {
    var restarted = new LeaderTerm(WRITTEN_AT.plusSeconds(10), Duration.ofSeconds(15));
    var bound = WRITTEN_AT.plus(TIMEOUT).plusSeconds(60);
    for (var pending :
        List.of(
            withoutOrigin(2, RevisionStatus.PENDING_UPGRADE),
            revision(2, RevisionStatus.PENDING_ROLLBACK))) {
      assertEquals(new Busy(pending), observe(restarted, bound, pending));
      assertEquals(new Abandoned(pending), observe(restarted, bound.plusMillis(1), pending));
    }
  }

  static Stream<Arguments> newestRevisionsOfADeletedPrimary() {
    return Stream.of(
        row(revision(1, RevisionStatus.DEPLOYED), ReleaseObserverTest::outOfSync),
        row(
            revision(1, RevisionStatus.DEPLOYED, PRIMARY, "other-input"),
            ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.FAILED), ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.UNINSTALLING), ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.PENDING_UPGRADE), Busy::new),
        row(revision(1, RevisionStatus.DEPLOYED, RECREATED, INPUT), ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.DEPLOYED, OTHER_KIND, INPUT), Foreign::new),
        row(withoutOrigin(1, RevisionStatus.DEPLOYED), Foreign::new),
        row(withoutOrigin(2, RevisionStatus.DEPLOYED), ReleaseObserverTest::outOfSync));
  }

  @ParameterizedTest
  @MethodSource("newestRevisionsOfADeletedPrimary")
  void isUninstalledForAnyInput(Revision newest, ReleaseState state) {
    assertEquals(
        state,
        observer(SINCE_BEFORE_THE_WRITE, SOON, newest)
            .observeDeleted(RELEASE, PRIMARY, DEPLOYED_BEFORE, false));
  }

  static Stream<Arguments> failuresOfThePresentInput() {
    return Stream.of(
        row(
            revision(1, RevisionStatus.FAILED),
            failed -> new FailedInstall(failed, Extent.ATTEMPT_OVER_LOST_RELEASE)),
        row(
            marked(
                revision(1, RevisionStatus.FAILED),
                RevisionStatus.FAILED,
                Revision.markedFailed("not ready")),
            failed -> new FailedInstall(failed, Extent.ATTEMPT)),
        row(
            revision(2, RevisionStatus.FAILED),
            failed -> new FailedUpgrade(failed, DEPLOYED_BEFORE.get().revision())),
        // The failed revision was removed. A rollback from the older revision has no use.
        row(revision(1, RevisionStatus.SUPERSEDED), ReleaseObserverTest::outOfSync),
        row(revision(2, RevisionStatus.SUPERSEDED), ReleaseObserverTest::outOfSync),
        row(
            revision(2, RevisionStatus.FAILED, PRIMARY, "other-input"),
            ReleaseObserverTest::outOfSync),
        row(revision(1, RevisionStatus.FAILED, PRIMARY, "other-input"), Unfinished::new),
        row(literal(3, RevisionStatus.FAILED, 1, "other-input"), FailedRollback::new),
        row(literal(3, RevisionStatus.DEPLOYED, 1, "other-input"), ReleaseObserverTest::outOfSync));
  }

  @ParameterizedTest
  @MethodSource("failuresOfThePresentInput")
  void attributesAFailureToTheInput(Revision newest, ReleaseState state) {
    var failures = Optional.of(new Backoff(INPUT, 1, 0, SOON));
    assertEquals(state, observeAfter(failures, newest));
  }

  @Test
  void doesNotAttributeAHindranceToTheInput() {
    var failures = Optional.of(new Backoff(INPUT, 3, 3, SOON));
    var first = revision(1, RevisionStatus.FAILED);
    var second = revision(2, RevisionStatus.FAILED);
    assertEquals(new Unfinished(first), observeAfter(failures, first));
    assertEquals(outOfSync(second), observeAfter(failures, second));
  }

  /** A person allows it after a failure, or also allows it for rollbacks. */
  @Test
  void triesAnInputAgainWithForce() {
    var failures = Optional.of(new Backoff(INPUT, 1, 0, SOON));
    var upgrade = revision(2, RevisionStatus.FAILED);
    var rollback = literal(3, RevisionStatus.FAILED, 1, "other-input");
    assertEquals(outOfSync(upgrade), observeForced(failures, upgrade));
    assertEquals(new FailedRollback(rollback), observeForced(failures, rollback));
    var again = Optional.of(new Backoff("upgrade-force:" + INPUT, 1, 0, SOON));
    assertEquals(new FailedUpgrade(upgrade, 1), observeForced(again, upgrade));
    var withBoth = Optional.of(new Backoff(new Force(true, true).mark(INPUT), 1, 0, SOON));
    assertEquals(outOfSync(upgrade), observeForced(withBoth, upgrade));
    assertEquals(new FailedRollback(rollback), observeForced(withBoth, rollback));
    assertEquals(new FailedRollback(rollback), observeForced(again, rollback));
  }

  private ReleaseState observeForced(Optional<Backoff> failures, Revision newest) {
    var forced = desired().with(desired().options().forcing(new Force(true, false)));
    var given =
        new ObservationInput(
            forced, ownership(), new Wish.FollowSpec(), DEPLOYED_BEFORE, failures, false);
    return observer(SINCE_BEFORE_THE_WRITE, SOON, newest).observe(given);
  }

  @Test
  void isIrreversibleOnlyIfTheRollbackStoredNoRevision() {
    var failed = revision(2, RevisionStatus.FAILED);
    var rollback = literal(3, RevisionStatus.FAILED, 1, "other-input");
    var later = revision(3, RevisionStatus.FAILED, PRIMARY, "other-input");
    var hindered = marked(rollback, RevisionStatus.FAILED, "Abandoned while pending-upgrade");
    assertEquals(new Irreversible(hindered), observeAfterAFailedRollback(hindered));
    assertEquals(new Irreversible(failed), observeAfterAFailedRollback(failed));
    assertEquals(new FailedRollback(rollback), observeAfterAFailedRollback(rollback));
    assertEquals(outOfSync(later), observeAfterAFailedRollback(later));
  }

  private ReleaseState observeAfterAFailedRollback(Revision newest) {
    var failures = Optional.of(new Backoff(INPUT, 2, 0, SOON));
    return observer(SINCE_BEFORE_THE_WRITE, SOON, newest)
        .observe(
            question(
                new Wish.FollowSpec(), DEPLOYED_BEFORE, failures, /* isRollbackFailed= */ true));
  }

  private ReleaseState observeAfter(Optional<Backoff> failures, Revision newest) {
    return observer(SINCE_BEFORE_THE_WRITE, SOON, newest)
        .observe(question(new Wish.FollowSpec(), DEPLOYED_BEFORE, failures));
  }

  @Test
  void isInSyncWithTheRollbackRevisionAndItsCopies() {
    var wish = new Wish.StayAt(2);
    var named = withManifest(2, RevisionStatus.DEPLOYED, "");
    var copy = literal(5, RevisionStatus.DEPLOYED, 2, "other-input");
    var other = withManifest(3, RevisionStatus.DEPLOYED, "");
    assertEquals(new InSync(named), observeWith(wish, named));
    assertEquals(new InSync(copy), observeWith(wish, copy));
    assertEquals(outOfSync(other), observeWith(wish, other));
  }

  /** Rendered again, random values would be others. */
  @Test
  void restoresTheEarlierRevisionUntilItIsBack() {
    assertEquals(Optional.of(1), earlierThan(revision(3, RevisionStatus.DEPLOYED, PRIMARY, "x")));
    assertEquals(Optional.of(1), earlierThan(literal(3, RevisionStatus.PENDING_UPGRADE, 1, INPUT)));
    assertEquals(Optional.of(1), earlierThan(literal(3, RevisionStatus.FAILED, 1, INPUT)));
    assertEquals(Optional.empty(), earlierThan(literal(3, RevisionStatus.DEPLOYED, 1, INPUT)));
  }

  private Optional<Integer> earlierThan(Revision newest) {
    var other = revision(2, RevisionStatus.SUPERSEDED, PRIMARY, "other-input");
    var first = revision(1, RevisionStatus.SUPERSEDED);
    var store = new MemoryReleaseStore(new Effects());
    var trust = new TrustedRevisions(UnaryOperator.identity());
    for (var revision : List.of(first, other, newest)) {
      trust.note(PRIMARY, store.put(revision));
    }
    store.deliver();
    var desired = question(new Wish.FollowSpec(), DEPLOYED_BEFORE, Optional.empty()).desired();
    return observer(SOON, SINCE_BEFORE_THE_WRITE, trust, store).earlier(desired);
  }

  private ReleaseState observeWith(Wish wish, Revision newest) {
    return observer(SINCE_BEFORE_THE_WRITE, SOON, newest)
        .observe(question(wish, reported(newest.number()), Optional.empty()));
  }

  private static Optional<Deployed> reported(int number) {
    return Optional.of(
        new Deployed(
            "shop", "cache", number, "memcached", "0.1.0", "1", INPUT, /* onTrial= */ false));
  }

  @Test
  void isUncompletedUntilTheStatusReportsIt() {
    var current = bare(revision(2, RevisionStatus.DEPLOYED));
    var observer = observer(SINCE_BEFORE_THE_WRITE, SOON, current);
    var elsewhere = Optional.of(new Deployed("shop", "old", 2, "", "", "", INPUT, false));
    for (var remembered : List.of(Optional.<Deployed>empty(), DEPLOYED_BEFORE, elsewhere)) {
      assertEquals(
          new Uncompleted(current),
          observer.observe(question(new Wish.FollowSpec(), remembered, Optional.empty())));
    }
    assertEquals(
        new InSync(current),
        observer.observe(question(new Wish.FollowSpec(), reported(2), Optional.empty())));
  }

  /** If the status did not report the end of the trial, a later failure would be the revision's. */
  @Test
  void endsATrialBeforeItReportsUncorrectedDrift() {
    var drift = new Drift.Changed(OBJECT, OBJECT.key().in("shop"));
    assertEquals(new InSync(ON_TRIAL), observeOnTrial(DriftPolicy.WARN, TRIED, drift));
    assertEquals(drifted(drift), observeOnTrial(DriftPolicy.WARN, PASSED, drift));
  }

  @Test
  void repairsDriftDuringATrial() {
    var drift = new Drift.Changed(OBJECT, OBJECT.key().in("shop"));
    assertEquals(drifted(drift), observeOnTrial(DriftPolicy.CORRECT, TRIED, drift));
  }

  /** Each pass reads an object without a watch: the trial would never end. */
  @Test
  void endsATrialBeforeItReadsUnwatchedObjects() {
    var drift = new Drift.Unwatched(OBJECT, OBJECT.key().in("shop"));
    assertEquals(new InSync(ON_TRIAL), observeOnTrial(DriftPolicy.CORRECT, TRIED, drift));
    assertEquals(drifted(drift), observeOnTrial(DriftPolicy.CORRECT, PASSED, drift));
  }

  @Test
  void endsATrialAlthoughAKindIsNotServed() {
    var drift = new Drift.Unserved(OBJECT, OBJECT.key().in("shop"));
    assertEquals(new InSync(ON_TRIAL), observeOnTrial(DriftPolicy.CORRECT, TRIED, drift));
  }

  private static ReleaseState drifted(Drift drift) {
    return new ReleaseState.Drifted(ON_TRIAL, List.of(drift), List.of());
  }

  private ReleaseState observeOnTrial(
      DriftPolicy policy, Optional<Deployed> remembered, Drift drift) {
    var objects = new RecordedObjects(new Effects());
    objects.drift(drift);
    var trust = new TrustedRevisions(UnaryOperator.identity());
    trust.note(PRIMARY, ON_TRIAL);
    var gate =
        new ReadinessGate(
            new Gate(true, false, TIMEOUT), revision -> List.of(), revision -> List.of());
    var clock = Clock.fixed(SOON, ZoneOffset.UTC);
    return new ReleaseObserver(
            new Stored(List.of(ON_TRIAL)),
            trust,
            objects,
            policy,
            gate,
            new PendingRevisions(() -> SINCE_BEFORE_THE_WRITE, calls, TIMEOUT, clock),
            clock)
        .observe(question(new Wish.FollowSpec(), remembered, Optional.empty()));
  }

  private static ReleaseState outOfSync(Revision current) {
    return new OutOfSync(current, List.of());
  }

  private static ObservationInput question(
      Wish wish, Optional<Deployed> remembered, Optional<Backoff> failures) {
    return question(wish, remembered, failures, /* isRollbackFailed= */ false);
  }

  private static ObservationInput question(
      Wish wish,
      Optional<Deployed> remembered,
      Optional<Backoff> failures,
      boolean isRollbackFailed) {
    return new ObservationInput(
        desired(), ownership(), wish, remembered, failures, isRollbackFailed);
  }

  private ReleaseState observe(LeaderTerm term, Instant now, Revision... stored) {
    return observer(term, now, stored)
        .observe(question(new Wish.FollowSpec(), DEPLOYED_BEFORE, Optional.empty()));
  }

  private ReleaseObserver observer(LeaderTerm term, Instant now, Revision... stored) {
    var trust = new TrustedRevisions(UnaryOperator.identity());
    Stream.of(stored).forEach(revision -> trust.note(PRIMARY, revision));
    return observer(now, term, trust, stored);
  }

  private ReleaseObserver observer(
      Instant now, LeaderTerm term, TrustedRevisions trust, Revision... stored) {
    return observer(now, term, trust, new Stored(List.of(stored)));
  }

  private ReleaseObserver observer(
      Instant now, LeaderTerm term, TrustedRevisions trust, ReleaseStore store) {
    return new ReleaseObserver(
        store,
        trust,
        new RecordedObjects(new Effects()),
        DriftPolicy.CORRECT,
        new ReadinessGate(
            new Gate(false, false, TIMEOUT), revision -> List.of(), revision -> List.of()),
        new PendingRevisions(() -> term, calls, TIMEOUT, Clock.fixed(now, ZoneOffset.UTC)),
        Clock.fixed(now, ZoneOffset.UTC));
  }

  /** The last call ran from {@code began} to {@code ended}. */
  private record Calls(Instant began, Instant ended, boolean isRunning) implements EngineCalls {
    static final Calls NONE = new Calls(Instant.MAX, Instant.MIN, false);

    @Override
    public boolean isRunning(ReleaseKey release) {
      return isRunning;
    }

    @Override
    public boolean hasReturned(ReleaseKey release, Instant at) {
      return !at.isBefore(began) && !at.isAfter(ended);
    }
  }

  private static Ownership ownership() {
    return new Ownership("ours", PRIMARY, RELEASE);
  }

  private static DesiredRelease desired() {
    return DesiredReleaseFixture.desired(Optional.empty());
  }
}
