package dev.catamaran.observe;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.RevisionStatus.FAILED;
import static dev.catamaran.release.RevisionStatus.PENDING_INSTALL;
import static dev.catamaran.release.RevisionStatus.PENDING_ROLLBACK;
import static dev.catamaran.release.RevisionStatus.PENDING_UPGRADE;
import static dev.catamaran.release.RevisionStatus.SUPERSEDED;
import static dev.catamaran.release.RevisionStatus.UNINSTALLED;
import static dev.catamaran.release.RevisionStatus.UNINSTALLING;
import static dev.catamaran.release.RevisionStatus.UNKNOWN;
import static dev.catamaran.release.Revisions.INPUT;
import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.WRITTEN_AT;
import static dev.catamaran.release.Revisions.literal;
import static dev.catamaran.release.Revisions.marked;
import static dev.catamaran.release.Revisions.ownedBy;
import static dev.catamaran.release.Revisions.revision;
import static dev.catamaran.release.Revisions.withoutOrigin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.catamaran.cluster.Ownership;
import dev.catamaran.fixture.Effects;
import dev.catamaran.manifest.Drift;
import dev.catamaran.observe.PendingRevisions.LeaderTerm;
import dev.catamaran.release.Backoff;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.Force;
import dev.catamaran.release.MemoryReleaseStore;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.ReleaseState.FailedInstall;
import dev.catamaran.release.ReleaseState.FailedUpgrade;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Trusted;
import dev.catamaran.release.Wish;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.Watch.DriftPolicy;
import dev.catamaran.watch.Watch.Gate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** States are named by their class. */
class ReleaseObserverTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final String OTHER = "other-input";
  private static final PrimaryIdentity NEWER_VERSION =
      primary("cache.my.domain/v2", "Memcached", 1);
  private static final PrimaryIdentity RECREATED =
      primary("cache.my.domain/v1alpha1", "Memcached", 2);
  private static final PrimaryIdentity OTHER_KIND = primary("cache.my.domain/v1alpha1", "Redis", 3);
  private static final PrimaryIdentity OTHER_GROUP = primary("other.domain/v1", "Memcached", 4);

  private final MemoryReleaseStore store = new MemoryReleaseStore(new Effects());
  private final TrustedRevisions trust = new TrustedRevisions(UnaryOperator.identity());
  private Optional<Deployed> remembered = reported(1, false);
  private Optional<Backoff> failures = Optional.empty();
  private boolean isRollbackFailed;
  private Wish wish = new Wish.FollowSpec();
  private Force force = new Force(false, false);
  private LeaderTerm term = new LeaderTerm(WRITTEN_AT.minusSeconds(3600), Duration.ofSeconds(15));
  private Instant now = WRITTEN_AT.plusSeconds(30);
  private Calls calls = new Calls(Instant.MAX, Instant.MIN, false);
  private boolean isGated;
  private DriftPolicy policy = DriftPolicy.CORRECT;
  private List<Drift> drifts = List.of();

  private static PrimaryIdentity primary(String apiVersion, String kind, int uid) {
    return new PrimaryIdentity(apiVersion, kind, "shop", "cache", "uid-" + uid);
  }

  private static Optional<Deployed> reported(int number, boolean isOnTrial) {
    return Optional.of(
        new Deployed("shop", "cache", number, "memcached", "0.1.0", "1", INPUT, isOnTrial));
  }

  /** Newest revision; state; state after the deletion of the primary. */
  static Stream<Arguments> newestRevisions() {
    return Stream.of(
        arguments(revision(1, DEPLOYED), "InSync", "OutOfSync"),
        arguments(revision(1, DEPLOYED, PRIMARY, OTHER), "OutOfSync", "OutOfSync"),
        arguments(revision(1, FAILED), "Unfinished", "OutOfSync"),
        arguments(revision(1, FAILED, PRIMARY, OTHER), "Unfinished", "OutOfSync"),
        arguments(revision(1, UNKNOWN), "Unfinished", "OutOfSync"),
        arguments(revision(1, SUPERSEDED), "OutOfSync", "OutOfSync"),
        arguments(revision(1, UNINSTALLED), "Lost", "OutOfSync"),
        arguments(revision(1, PENDING_INSTALL), "Busy", "Busy"),
        arguments(revision(1, PENDING_UPGRADE, PRIMARY, OTHER), "Busy", "Busy"),
        arguments(revision(1, PENDING_ROLLBACK), "Busy", "Busy"),
        arguments(revision(1, UNINSTALLING), "Busy", "OutOfSync"),
        arguments(revision(1, DEPLOYED, RECREATED, INPUT), "OutOfSync", "OutOfSync"),
        arguments(revision(1, FAILED, RECREATED, INPUT), "Unfinished", "OutOfSync"),
        arguments(revision(2, FAILED, NEWER_VERSION, INPUT), "OutOfSync", "OutOfSync"),
        arguments(revision(1, DEPLOYED, OTHER_KIND, INPUT), "Foreign", "Foreign"),
        arguments(revision(1, DEPLOYED, OTHER_GROUP, INPUT), "Foreign", "Foreign"),
        arguments(revision(1, PENDING_UPGRADE, OTHER_KIND, INPUT), "Foreign", "Foreign"),
        arguments(withoutOrigin(1, DEPLOYED), "Foreign", "Foreign"),
        arguments(withoutOrigin(1, PENDING_INSTALL), "Foreign", "Foreign"),
        arguments(withoutOrigin(2, DEPLOYED), "OutOfSync", "OutOfSync"),
        arguments(withoutOrigin(2, PENDING_UPGRADE), "Busy", "Busy"),
        arguments(ownedBy(PRIMARY.uid(), 1, DEPLOYED), "Inherited", "OutOfSync"),
        arguments(ownedBy(PRIMARY.uid(), 1, FAILED), "Inherited", "OutOfSync"),
        arguments(ownedBy(PRIMARY.uid(), 1, PENDING_INSTALL), "Busy", "Busy"),
        arguments(ownedBy("uid-of-another", 1, DEPLOYED), "Foreign", "Foreign"));
  }

  @ParameterizedTest
  @MethodSource("newestRevisions")
  void followsFromTheNewestRevision(Revision newest, String state, String deleted) {
    have(newest);
    assertEquals(state, state());
    assertEquals(deleted, stateOfDeleted());
  }

  @Test
  void inheritsTheReleaseInTheStatusOfAGoOperator() {
    remembered = Optional.of(new Deployed("", RELEASE.name(), 0, "", "", "", "", false));
    have(withoutOrigin(1, DEPLOYED));
    assertEquals("Inherited", state());
    assertEquals("OutOfSync", stateOfDeleted());
  }

  @Test
  void usesNoRevisionThatTheStatusDoesNotName() {
    trust.note(PRIMARY, revision(1, SUPERSEDED));
    for (var status : List.of(DEPLOYED, FAILED)) {
      store.put(revision(2, status));
      store.deliver();
      assertEquals("Untrusted", state());
      assertEquals("Untrusted", stateOfDeleted());
    }
  }

  @Test
  void usesNoRevisionIfTheStatusIsSilent() {
    for (var status : List.of(DEPLOYED, FAILED, SUPERSEDED, UNINSTALLED)) {
      store.put(revision(2, status));
      store.deliver();
      assertEquals("Unreported", state(), status::helmName);
    }
  }

  @Test
  void distinguishesALostReleaseFromAnAbsentOne() {
    assertEquals("Lost", state());
    assertEquals("Lost", stateOfDeleted());
    remembered = Optional.empty();
    assertEquals("Absent", state());
    assertEquals("Absent", stateOfDeleted());
  }

  /** An installation failed, and then its Secret was damaged. */
  @Test
  void findsALostReleaseInUnreadableRevisionsThatTheStatusNames() {
    remembered = Optional.empty();
    var failed = store.put(revision(1, FAILED));
    store.damage(1);
    trust.announce(PRIMARY, INPUT);
    assertEquals("Absent", stateOfDeleted(), "it may be of somebody else");
    trust.note(PRIMARY, failed);
    assertEquals("Lost", stateOfDeleted());
  }

  /**
   * The lease lasts 15 s, and none is needed without an election. Seconds since the write of the
   * revision; a call is ours.
   */
  @ParameterizedTest
  @CsvSource({
    "ours,     -3600,    30,      ,     , Busy",
    "ours,     -3600,   360,      ,     , Busy",
    "ours,     -3600,   361,      ,     , Abandoned",
    "ours,        10,    24,      ,     , Busy",
    "ours,        10,    25,      ,     , Abandoned",
    "unelected,   10,    11,      ,     , Abandoned",
    "unelected,   -1,    11,      ,     , Busy",
    "ours,     -3600,    30,    -1,    5, Abandoned",
    "ours,     -3600,    30,     1,    5, Busy",
    "ours,     -3600, 86400,    -1, runs, Busy",
    // A Helm command may have begun before the start, and helm rollback copies our marks.
    "helm,        10,   360,      ,     , Busy",
    "helm,        10,   361,      ,     , Abandoned",
    "rollback,    10,   360,      ,     , Busy",
    "rollback,    10,   361,      ,     , Abandoned",
  })
  void isAbandonedAfterTheLeaseTheTimeoutOrTheCall(
      String whose, int leadingSince, int second, Integer began, String ended, String state) {
    var lease = Duration.ofSeconds(whose.equals("unelected") ? 0 : 15);
    term = new LeaderTerm(WRITTEN_AT.plusSeconds(leadingSince), lease);
    now = WRITTEN_AT.plusSeconds(second);
    if (began != null) {
      boolean runs = ended.equals("runs");
      var end = runs ? Instant.MIN : WRITTEN_AT.plusSeconds(Integer.parseInt(ended));
      calls = new Calls(WRITTEN_AT.plusSeconds(began), end, runs);
    }
    have(
        switch (whose) {
          case "helm" -> withoutOrigin(2, PENDING_UPGRADE);
          case "rollback" -> revision(2, PENDING_ROLLBACK);
          default -> revision(2, PENDING_UPGRADE);
        });
    assertEquals(state, state());
    assertEquals(state, stateOfDeleted());
  }

  /** Newest revision after a failure of the present input; what a failed rollback makes of it. */
  static Stream<Arguments> failures() {
    var notReady = marked(revision(1, FAILED), FAILED, Revision.markedFailed("not ready"));
    var rollback = literal(3, FAILED, 1, OTHER);
    var hindered = marked(rollback, FAILED, "Abandoned while pending-upgrade");
    return Stream.of(
        arguments(revision(1, FAILED), "FailedInstall ATTEMPT_OVER_LOST_RELEASE", ""),
        arguments(notReady, "FailedInstall ATTEMPT", ""),
        arguments(revision(2, FAILED), "FailedUpgrade 1", "Irreversible"),
        // The failed revision was removed. A rollback from the older revision has no use.
        arguments(revision(1, SUPERSEDED), "OutOfSync", ""),
        arguments(revision(2, SUPERSEDED), "OutOfSync", ""),
        arguments(revision(2, FAILED, PRIMARY, OTHER), "OutOfSync", ""),
        arguments(revision(1, FAILED, PRIMARY, OTHER), "Unfinished", ""),
        arguments(rollback, "FailedRollback", "FailedRollback"),
        arguments(hindered, "FailedRollback", "Irreversible"),
        arguments(revision(3, FAILED, PRIMARY, OTHER), "OutOfSync", "OutOfSync"),
        arguments(literal(3, DEPLOYED, 1, OTHER), "OutOfSync", ""));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void attributesAFailureToTheInput(Revision newest, String state, String afterARollback) {
    have(newest);
    failed(INPUT, 1, 0);
    assertEquals(state, state());
    if (!afterARollback.isEmpty()) {
      isRollbackFailed = true;
      failed(INPUT, 2, 0);
      assertEquals(afterARollback, state());
    }
  }

  @Test
  void doesNotAttributeAHindranceToTheInput() {
    failed(INPUT, 3, 3);
    have(revision(1, FAILED));
    assertEquals("Unfinished", state());
    have(revision(2, FAILED));
    assertEquals("OutOfSync", state());
  }

  /** A person allows it after a failure, or also allows it for rollbacks. */
  @Test
  void triesAnInputAgainWithForce() {
    force = new Force(true, false);
    var both = new Force(true, true).mark(INPUT);
    have(revision(2, FAILED));
    assertEquals("OutOfSync", failed(INPUT, 1, 0).state());
    assertEquals("FailedUpgrade 1", failed("upgrade-force:" + INPUT, 1, 0).state());
    assertEquals("OutOfSync", failed(both, 1, 0).state());
    have(literal(3, FAILED, 1, OTHER));
    for (var input : List.of(INPUT, "upgrade-force:" + INPUT, both)) {
      assertEquals("FailedRollback", failed(input, 1, 0).state());
    }
  }

  @Test
  void isInSyncWithTheRollbackRevisionAndItsCopies() {
    wish = new Wish.StayAt(2);
    have(revision(2, DEPLOYED));
    remembered = reported(2, false);
    assertEquals("InSync", state());
    have(revision(3, DEPLOYED));
    assertEquals("OutOfSync", state());
    have(literal(5, DEPLOYED, 2, OTHER));
    remembered = reported(5, false);
    assertEquals("InSync", state());
  }

  @Test
  void isUncompletedUntilTheStatusReportsIt() {
    have(revision(2, DEPLOYED));
    var elsewhere = Optional.of(new Deployed("shop", "old", 2, "", "", "", INPUT, false));
    for (var reported : List.of(Optional.<Deployed>empty(), reported(1, false), elsewhere)) {
      remembered = reported;
      assertEquals("Uncompleted", state());
    }
    remembered = reported(2, false);
    assertEquals("InSync", state());
  }

  /**
   * If the status did not report the end of a trial, a later failure would be the revision's. Each
   * pass reads an object without a watch: the trial would never end.
   */
  @ParameterizedTest
  @CsvSource({
    "WARN,    Changed,   true,  InSync",
    "WARN,    Changed,   false, Drifted",
    "CORRECT, Changed,   true,  Drifted",
    "CORRECT, Unwatched, true,  InSync",
    "CORRECT, Unwatched, false, Drifted",
    "CORRECT, Unserved,  true,  InSync"
  })
  void endsATrialBeforeItReportsDriftThatItCannotRepair(
      DriftPolicy drift, String kind, boolean isOnTrial, String state) {
    var current = revision(2, DEPLOYED);
    var object = current.manifest().objects().getFirst();
    var key = object.key().in("shop");
    isGated = true;
    policy = drift;
    drifts =
        List.of(
            switch (kind) {
              case "Changed" -> new Drift.Changed(object, key);
              case "Unwatched" -> new Drift.Unwatched(object, key);
              default -> new Drift.Unserved(object, key);
            });
    remembered = reported(2, isOnTrial);
    have(current);
    assertEquals(state, state());
  }

  /** Stores revisions that the operator made; the watch has delivered them. */
  private void have(Revision... revisions) {
    for (var revision : revisions) {
      trust.note(PRIMARY, store.put(revision));
    }
    store.deliver();
  }

  /** An overdue call may store its revision later than the next pass looks. */
  @Test
  void keepsAnAttemptUntilItsCallReturns() {
    trust.begin(PRIMARY, Trusted.nothing().attempting(INPUT), announced -> {});
    for (var isRunning : List.of(true, false)) {
      calls = new Calls(Instant.MAX, Instant.MIN, isRunning);
      observer().settleTrust(RELEASE, PRIMARY);
      assertEquals(isRunning, trust.isAttempting(PRIMARY));
    }
  }

  private ReleaseObserverTest failed(String input, int count, int hindered) {
    failures = Optional.of(new Backoff(input, count, hindered, now));
    return this;
  }

  private String state() {
    var state = observer().observe(given());
    var name = state.getClass().getSimpleName();
    return switch (state) {
      case FailedInstall(var failed, var extent) -> name + " " + extent;
      case FailedUpgrade(var failed, var deployed) -> name + " " + deployed;
      default -> name;
    };
  }

  private String stateOfDeleted() {
    ReleaseState state = observer().observeDeleted(RELEASE, PRIMARY, remembered, false);
    return state.getClass().getSimpleName();
  }

  private ObservationInput given() {
    var desired = DesiredReleaseFixture.desired(Optional.empty());
    return new ObservationInput(
        desired.with(desired.options().forcing(force)),
        new Ownership("ours", PRIMARY, RELEASE),
        wish,
        remembered,
        failures,
        isRollbackFailed);
  }

  private ReleaseObserver observer() {
    var clock = Clock.fixed(now, ZoneOffset.UTC);
    var gate = new Gate(isGated, false, TIMEOUT);
    return new ReleaseObserver(
        store,
        trust,
        QuietObjects.but(Map.of("drifts", () -> drifts)),
        policy,
        new ReadinessGate(gate, revision -> List.of()),
        new PendingRevisions(() -> term, calls, TIMEOUT, clock),
        clock);
  }

  /** The last call ran from {@code began} to {@code ended}. */
  private record Calls(Instant began, Instant ended, boolean isRunning) implements EngineCalls {
    @Override
    public boolean isRunning(ReleaseKey release) {
      return isRunning;
    }

    @Override
    public boolean hasReturned(ReleaseKey release, Instant at) {
      return !at.isBefore(began) && !at.isAfter(ended);
    }
  }
}
