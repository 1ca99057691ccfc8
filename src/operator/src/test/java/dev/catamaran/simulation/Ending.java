package dev.catamaran.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Values;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.simulation.Cluster.Thing;
import dev.catamaran.status.Sentences;
import dev.catamaran.watch.Watch.DriftPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What must be true when all trouble is over, and enough passes have run. */
final class Ending {
  /** A person's interrupted operation alone takes a pass each 2 s, for timeout and allowance. */
  private static final int MOST_PASSES = 150;

  /** The pace of retries after many hindrances. */
  private static final Duration CALM = Duration.ofSeconds(15);

  private final World world;

  Ending(World world) {
    this.world = world;
  }

  /** Fails if the world does not come to rest as it should, before and after a deletion. */
  void check() {
    world.network.heal();
    var rest = comeToRest("at the end");
    checkWanted(rest);
    world.restart();
    int writes = world.network.writes();
    comeToRest("after a restart");
    require(isHindered() || writes == world.network.writes(), "writes after a restart at rest");
    var last = world.primary.served();
    world.network.tell("the end: delete");
    new Step.Annotate(PrimaryAnnotations.PAUSE, "").on(world);
    new Step.Delete().on(world);
    comeToRest("after the deletion");
    world.cluster.collect(world.primary.uids());
    last.ifPresent(this::checkGone);
    require(world.losses.objections().isEmpty(), "lost: " + world.losses.objections());
    var others = world.cluster.find(Rendering.OF_A_PERSON);
    require(
        others.filter(thing -> thing.value().equals(Losses.PRECIOUS)).isPresent(),
        "changed a person's object: " + others);
  }

  private static boolean isOfAPerson(Thing thing) {
    return thing.key().equals(Rendering.OF_A_PERSON);
  }

  /**
   * Passes run until two of them in a row write nothing and wait for the whole period. Returns the
   * delay after the last.
   */
  private Duration comeToRest(String when) {
    int quiet = 0;
    var delay = Duration.ZERO;
    for (int passes = 0; quiet < 2 && world.primary.served().isPresent(); passes++) {
      require(
          passes < MOST_PASSES,
          "no rest %s, next in %s: %s".formatted(when, delay, world.primary.served()));
      int before = world.network.writes();
      world.deliver();
      delay = world.pass();
      world.network.passTime(delay);
      boolean isQuiet =
          (world.network.writes() == before && delay.compareTo(World.PERIOD) >= 0)
              || (isHindered() && delay.compareTo(CALM) >= 0);
      quiet = isQuiet ? quiet + 1 : 0;
    }
    world.deliver();
    return delay;
  }

  /** The operator tries again without end, but seldom. */
  private boolean isHindered() {
    return world.primary.served().filter(p -> isOccupied(p) || isUnrepairable(p)).isPresent();
  }

  /** Another's object stands in the way. */
  private static boolean isOccupied(ServedPrimary.Version primary) {
    return condition(primary.status(), "ReleaseFailed").contains("cannot be imported");
  }

  /**
   * Helm does not look at a custom resource that is in its last revision as in the new one,
   * although that one failed before it wrote it; and the API server refuses the repair.
   */
  private static boolean isUnrepairable(ServedPrimary.Version primary) {
    return Rendering.flaw(primary.spec()).equals(Cluster.REFUSED)
        && isTrue(primary.status(), "Irreconcilable");
  }

  private void checkGone(ServedPrimary.Version last) {
    require(
        world.primary.served().isEmpty(), "the deleted primary stays: " + world.primary.served());
    if (world.primary.isAbandoned()
        || isUnknown()
        || isForeign(condition(last.status(), "Stalled"))) {
      return;
    }
    var stored = world.store.statuses();
    // Nobody knows whose an unreadable revision or a person's is, unless a status names it.
    boolean isNamed = !last.status().path("history").isEmpty();
    require(
        isNamed
            ? stored.isEmpty()
            : world.store.readable().stream().noneMatch(revision -> isOf(revision, last)),
        "revisions stay: " + stored);
    // No collector takes a definition. Without a revision that names it, one of a failed attempt
    // stays.
    var left =
        world.cluster.all().stream()
            .filter(this::isForTheOperator)
            .filter(thing -> !thing.key().kind().equals(Rendering.DEFINITION))
            .filter(thing -> !isAdoptedAsKept(thing))
            .map(Thing::key)
            .toList();
    require(left.isEmpty(), "objects stay: " + left);
  }

  /**
   * An attempt of a chart that keeps an object adopts one that an earlier chart made, even if it is
   * interrupted or refused. The object gets no owner reference later: Helm deletes it with a
   * release that has it, and leaves it with one that keeps it. If no later chart has it, it stays.
   */
  private static boolean isAdoptedAsKept(Thing thing) {
    return Rendering.isEverKept(thing.key())
        && thing.owners().isEmpty()
        && thing.annotations().containsKey(Cluster.PRIMARY);
  }

  /** Whether a person made the newest revision, and the status that named earlier ones was lost. */
  private boolean isUnknown() {
    var stored = world.store.readable();
    return world.isStatusLost() && !stored.isEmpty() && stored.getLast().origin().isEmpty();
  }

  private static boolean isOf(Revision revision, ServedPrimary.Version primary) {
    return revision
        .origin()
        .filter(origin -> origin.primary().uid().equals(primary.id()))
        .isPresent();
  }

  /** Whether the operator must delete an object if no revision has it. */
  private boolean isForTheOperator(Thing thing) {
    return !Losses.outlives(thing)
        && !thing.value().equals(Losses.PRECIOUS)
        && (thing.namesPrimary()
            || (thing.isMadeByHelm()
                && !thing.isHook()
                && !thing.isDisowned()
                && !world.helm.left().contains(thing.key())
                && !world.isRecordLost()));
  }

  private void checkWanted(Duration rest) {
    if (world.primary.served().isEmpty()) {
      return;
    }
    var primary = world.primary.served().get();
    if (primary.isDeleted()) {
      return;
    }
    var status = primary.status();
    var said = condition(status, "Stalled") + condition(status, "ReleaseFailed");
    require(!status.toString().contains("the operator failed with"), "an exception: " + status);
    if (primary.annotations().containsKey(PrimaryAnnotations.PAUSE)) {
      require(isTrue(status, "Paused"), "not reported as paused: " + status);
      return;
    }
    require(
        status.path("observedGeneration").asLong() == primary.generation(),
        "an old generation: " + status);
    boolean isReady = isTrue(status, "Ready");
    boolean isGood = Rendering.flaw(primary.spec()).isEmpty() || isReadyAnyway(primary);
    if (isTrue(status, "Stalled")) {
      require(!isReady, "ready and stalled: " + status);
      require(!isGood || mayStall(primary, said), "stalled with good input: " + said);
      if (!isGood && !isForeign(said) && !isUnreported(said)) {
        checkStalled(primary);
      }
      return;
    }
    require(!status.has("attempting"), "an attempt is left: " + status);
    if (isHindered()) {
      require(!isReady && (!isGood || mayStall(primary, said)), "hindered: " + status);
      return;
    }
    // A person's edit may make an object ready, and stays.
    boolean mayBeMended =
        Rendering.flaw(primary.spec()).equals(Cluster.UNREADY)
            && world.settings.drift() != DriftPolicy.CORRECT;
    require(isGood || mayBeMended || !isReady, "ready with bad input: " + status);
    if (isGood) {
      require(!isTrue(status, "ReleaseFailed"), "failed with good input: " + status);
      checkRelease(primary, status);
      // Uncorrected drift is looked for in each period, and so is what has just started.
      require(
          world.settings.drift() != DriftPolicy.CORRECT
              || !isReady
              || rest.equals(World.PERIOD.multipliedBy(10)),
          "a rest of " + rest);
    }
  }

  /** What the remedy left is whole. */
  private void checkStalled(ServedPrimary.Version primary) {
    var stored = world.store.readable();
    require(
        stored.stream().noneMatch(revision -> revision.status().isPending()),
        "stalled with a pending revision: " + world.store.statuses());
    if (!stored.isEmpty()
        && stored.getLast().status() == RevisionStatus.DEPLOYED
        && world.settings.drift() == DriftPolicy.CORRECT
        && isTrusted(stored.getLast(), primary.status())) {
      checkObjects(stored.getLast(), primary);
    }
  }

  private static boolean isTrusted(Revision revision, JsonNode status) {
    return StreamSupport.stream(status.path("history").spliterator(), false)
        .anyMatch(
            entry ->
                entry.path("revision").asInt() == revision.number()
                    && entry.path("digest").asText().equals(revision.digest()));
  }

  /**
   * Without a gate, a revision with an object that never becomes ready is a good one. For a release
   * that stays at a revision, the spec does not count.
   */
  private boolean isReadyAnyway(ServedPrimary.Version primary) {
    return primary.annotations().containsKey(PrimaryAnnotations.ROLLBACK_TO)
        || (Rendering.flaw(primary.spec()).equals(Cluster.UNREADY) && !world.settings.waits());
  }

  /** Some things only a person can solve. */
  private boolean mayStall(ServedPrimary.Version primary, String said) {
    // Where drift is left, an object of a person may be adopted before the watch tells that the
    // revision with this name is gone; it does not get Helm's marks.
    boolean isCorrecting = world.settings.drift() == DriftPolicy.CORRECT;
    boolean isOccupied =
        world.cluster.all().stream()
            .filter(t -> !isOfAPerson(t) && !Rendering.isOfHook(t.key()))
            .anyMatch(t -> !t.isOfRelease() && !(isCorrecting && t.namesPrimary()));
    boolean isUnreadable = world.store.statuses().stream().anyMatch(s -> s.endsWith("damaged"));
    var target = Optional.ofNullable(primary.annotations().get(PrimaryAnnotations.ROLLBACK_TO));
    return isOccupied
        || (isUnreadable && said.contains("can be read"))
        || target.filter(number -> !isPossible(Integer.parseInt(number))).isPresent()
        // A hook that cannot be made twice; the report of that may be lost.
        || said.contains("already exists")
        || (world.cluster.read(Rendering.key("o")).isPresent()
            && world.store.readable().stream()
                .noneMatch(revision -> revision.status() == RevisionStatus.DEPLOYED))
        // The status is lost, and with it what says that revisions are stored which no watch shows.
        || said.contains("cannot re-use a name")
        || (!isCorrecting
            && (said.contains("is not ready") || said.contains("no good revision to go back to")))
        || isForeign(said)
        || isUnreported(said);
  }

  /** Whether a good revision, or its copy, is stored: else a person asks for what cannot be. */
  private boolean isPossible(int target) {
    var copies =
        world.store.readable().stream().filter(revision -> revision.isCopyOf(target)).toList();
    return !copies.isEmpty()
        && copies.stream()
            .flatMap(revision -> Rendering.things(revision.manifest()).stream())
            .map(Thing::value)
            .noneMatch(value -> value.equals(Cluster.REFUSED) || value.equals(Cluster.UNREADY));
  }

  /** The status was lost in a downtime: only an administrator knows whose revisions are stored. */
  private static boolean isUnreported(String said) {
    return said.contains("its status does not report it");
  }

  /** After a lost status, nothing shows that a person's revision is of the primary's release. */
  private static boolean isForeign(String said) {
    return said.contains("was not made by this operator");
  }

  private void checkRelease(ServedPrimary.Version primary, JsonNode status) {
    var stored = world.store.readable();
    require(!stored.isEmpty(), "no revision: " + status);
    var newest = stored.getLast();
    var statuses = world.store.statuses();
    require(newest.status() == RevisionStatus.DEPLOYED, "not deployed: " + statuses);
    require(
        statuses.stream().filter(s -> s.endsWith("deployed")).count() == 1,
        "not exactly one deployed revision: " + statuses);
    require(newest.belongsTo(primaryOf(newest)), "not of the primary: " + newest);
    require(
        newest.origin().orElseThrow().primary().uid().equals(primary.id()),
        "of an earlier primary: " + newest.origin());
    var goesBack = Optional.ofNullable(primary.annotations().get(PrimaryAnnotations.ROLLBACK_TO));
    if (goesBack.isPresent()) {
      require(newest.isCopyOf(Integer.parseInt(goesBack.get())), "not gone back: " + newest);
    } else {
      require(newest.madeFrom(digest(primary.spec())), "of other input: " + newest);
    }
    require(
        status.path("deployedRelease").path("revision").asInt() == newest.number(),
        "another revision is reported: " + status + " of " + statuses);
    int most = world.settings.maxHistory() + 1 + (world.settings.waits() ? 1 : 0);
    require(statuses.size() <= most, "too many revisions: " + statuses);
    checkObjects(newest, primary);
    boolean isReady = Rendering.things(newest.manifest()).stream().allMatch(this::isReadyNow);
    boolean isFollowed = newest.madeFrom(digest(primary.spec()));
    require(isTrue(status, "SpecNotFollowed") != isFollowed, "another spec: " + status);
    require(isTrue(status, "Ready") == (isReady && isFollowed), "Ready is wrong: " + status);
  }

  private boolean isReadyNow(Thing wanted) {
    return world
        .cluster
        .find(wanted.key())
        .filter(found -> found.isLabelled() && !found.value().equals(Cluster.UNREADY))
        .isPresent();
  }

  private static dev.catamaran.release.PrimaryIdentity primaryOf(Revision revision) {
    return revision.origin().orElseThrow().primary();
  }

  private String digest(JsonNode spec) {
    var content = world.chart().digest() + Values.of(spec).digest();
    return ReleaseInput.of(content).digest();
  }

  private void checkObjects(Revision newest, ServedPrimary.Version primary) {
    var wanted = Rendering.things(newest.manifest());
    for (var thing : wanted) {
      var found = world.cluster.find(thing.key());
      if (world.settings.drift() == DriftPolicy.CORRECT) {
        require(found.isPresent(), thing.key() + " is missing");
        require(found.get().value().equals(thing.value()), "drift of " + found.get());
        require(found.get().isOfRelease(), "without Helm's marks: " + found.get());
      }
      found.ifPresent(live -> require(isAdopted(live, primary), "not adopted: " + live));
    }
    var keys =
        Stream.of(newest.manifest(), newest.hooks())
            .flatMap(manifest -> Rendering.things(manifest).stream())
            .map(Thing::key)
            .collect(Collectors.toSet());
    boolean isStalled = isTrue(primary.status(), "Stalled");
    var others =
        world.cluster.all().stream()
            // A later success deletes what only a lost revision has.
            .filter(thing -> !isStalled || isOfStored(thing))
            .filter(
                thing -> !keys.contains(thing.key()) && !thing.isHook() && isForTheOperator(thing))
            // What holds data stays until a person deletes the primary, and so does a copy.
            .filter(thing -> thing.isMadeByHelm() && !Rendering.holdsData(thing.key()))
            .toList();
    require(others.isEmpty(), "objects of no revision: " + others);
  }

  /** Whether the attempt that made an object is stored. The attempts of one input count once. */
  private boolean isOfStored(Thing thing) {
    return world.store.readable().stream()
        .filter(revision -> revision.storedAt().getEpochSecond() <= thing.born())
        .reduce((earlier, later) -> later)
        .filter(
            maker ->
                Rendering.things(maker.manifest()).stream()
                    .anyMatch(made -> made.key().equals(thing.key())))
        .isPresent();
  }

  private static boolean isAdopted(Thing live, ServedPrimary.Version primary) {
    boolean mayBeOwned = !live.isKept() && !live.key().namespace().isEmpty();
    return mayBeOwned
        ? (live.owners().contains(primary.id()) && live.isLabelled()) || isAdoptedAsKept(live)
        : live.namesPrimary();
  }

  static boolean isTrue(JsonNode status, String type) {
    return conditions(status, type).stream()
        .anyMatch(condition -> condition.path("status").asText().equals("True"));
  }

  private static String condition(JsonNode status, String type) {
    return conditions(status, type).stream()
        .map(
            condition ->
                condition.path("reason").asText() + " " + condition.path("message").asText())
        .map(said -> said.endsWith(Sentences.REFERENCE) ? said + condition(status, "Ready") : said)
        .collect(Collectors.joining());
  }

  private static List<JsonNode> conditions(JsonNode status, String type) {
    return StreamSupport.stream(status.path("conditions").spliterator(), false)
        .filter(condition -> condition.path("type").asText().equals(type))
        .toList();
  }

  private static void require(boolean isTrue, String otherwise) {
    if (!isTrue) {
      throw new AssertionError(otherwise);
    }
  }
}
