package dev.catamaran.rollout;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.desired.ChartChoice;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.Editions;
import dev.catamaran.desired.ReleaseValues;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Pending;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.reconcile.PrimaryRouter;
import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.rollout.ChartRollouts.Open;
import dev.catamaran.rollout.RolloutState.Binding;
import dev.catamaran.rollout.RolloutState.Phase;
import dev.catamaran.rollout.Rollouts.Services;
import dev.catamaran.status.ByVersion;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.watch.RolloutPolicy;
import dev.catamaran.watch.Watch.Source.HelmChart;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rollouts of one kind: chooses the edition of each primary, and takes the open rollout from
 * state to state. {@link Assignment} and {@link RolloutStep} decide, without effects.
 *
 * <p>Each state is stored before anything follows from it, and each edition before a release
 * changes to it: the next process goes on where this one stopped. One rollout is open at most.
 * Until {@link #learn} has read what is stored, and where no edition can be kept, no release
 * changes from one edition to another; a first revision gets the present one.
 *
 * <p>Passes ask {@link #of}, {@link #present} and {@link #pending} at any time; only a primary that
 * goes back or differs from its plan, and an edition whose files are gone, take a request. {@link
 * #learn} and {@link #step} run one at a time. If the API server does not answer, or refuses, they
 * end with its exception, and the state is as before; {@code Rollouts} tries again.
 *
 * <p>The caller gives each change of watches.yaml to {@link #use}, calls {@link #learn} before the
 * first pass and each {@link #step}, and {@link #step} once a second while the kind is reconciled.
 */
final class KindRollout implements Editions {
  private static final Logger log = LoggerFactory.getLogger(KindRollout.class);

  /**
   * What a step sees.
   *
   * @param edition the present one
   * @param members the primaries, as their statuses report them
   */
  private record Look(
      ChartRollouts objects,
      Edition edition,
      MemberReader reader,
      List<OfKind> primaries,
      List<Member> members) {}

  private final GroupVersionKind gvk;
  private final Services services;
  private final KeptEditions kept;
  private final PlanBinding binding;
  private final ByVersion<ReleaseStatus> statuses = new ByVersion<>();
  private volatile HelmChart source;
  private volatile ChartChoice choice;
  private volatile Optional<Open> open = Optional.empty();
  private volatile Optional<Instant> knownSince = Optional.empty();

  /** The primaries whose releases stay as they are, since their editions are not kept, by uid. */
  private final Set<String> staying = ConcurrentHashMap.newKeySet();

  /** What the rollouts wait for, for people; empty if they go on. */
  private volatile String problem = "";

  /** Whether primaries may have several editions although no rollout is open. */
  private volatile boolean mayBeMixed = true;

  KindRollout(GroupVersionKind gvk, HelmChart source, Services services) {
    this.gvk = gvk;
    this.services = services;
    this.kept = new KeptEditions(services, gvk);
    this.binding = new PlanBinding(gvk, kept.plan(), services);
    this.source = source;
    this.choice = ChartChoice.of(source, services.charts());
  }

  void use(HelmChart source) {
    this.source = source;
    this.choice = ChartChoice.of(source, services.charts());
  }

  private RolloutPolicy policy() {
    return source.rollout().orElseThrow();
  }

  /**
   * Reads what earlier processes stored, once, and keeps the first edition: before any release is
   * looked at, so that nobody has got another one meanwhile.
   *
   * @throws RuntimeException if the API server does not answer, or refuses
   */
  synchronized void learn(ChartRollouts objects, Instant now) {
    if (knownSince.isEmpty()) {
      kept.load();
      open = objects.open(gvk, now);
      open.map(Open::state).ifPresent(binding::learn);
      knownSince = Optional.of(now);
    }
    if (kept.baseline().isEmpty()) {
      keepPresent();
    }
  }

  private boolean isPrepared() {
    return knownSince.isPresent() && !kept.baseline().isEmpty();
  }

  /** Keeps the present edition, as the baseline if it is the first; empty without its chart. */
  private Optional<Edition> keepPresent() {
    try {
      var present = present();
      kept.keep(present, source.values());
      return Optional.of(present);
    } catch (InvalidPrimaryException | UncheckedIOException e) {
      log.debug("{}: no chart to roll out at present", gvk, e);
      return Optional.empty();
    }
  }

  @Override
  public Edition of(Primary primary, ReleaseKey release) throws InvalidPrimaryException {
    var present = present();
    var own = own(primary, release);
    var other =
        open.map(Open::state)
            .filter(state -> !state.to().equals(own))
            .flatMap(state -> binding.other(primary, release, state));
    var id =
        assignment()
            .of(
                MemberReader.name(primary.object()),
                present.id(),
                own,
                other.isPresent() || primary.annotations().holdsEdition() || isTooLate(own));
    var edition = id.equals(present.id()) ? Optional.of(present) : kept.find(id);
    binding.note(primary, release, edition.orElse(present), other);
    var newest = services.store().known(release).latest().map(Revision::status);
    if (edition.isPresent() || (id.isEmpty() && newest.isEmpty())) {
      staying.remove(primary.identity().uid());
      return edition.orElse(present);
    }
    staying.add(primary.identity().uid());
    boolean isUnheld = other.isEmpty() && isEdited(primary);
    if (isUnheld || newest.filter(RevisionStatus.DEPLOYED::equals).isEmpty()) {
      throw new InvalidPrimaryException(
          Reasons.CHART_UNAVAILABLE,
          "the chart and the overrideValues that its release has are not kept, so its spec waits"
              + " until it gets those of the rollout");
    }
    return present;
  }

  /** Whether its spec changed while it stays as it is: nobody may take it for deployed. */
  private boolean isEdited(Primary primary) {
    var status = ReleaseStatus.of(primary.object(), services.clock().instant());
    long seen = status.observedGeneration();
    boolean isNewer = seen > 0 && seen < Primaries.generation(primary.object());
    return primary.annotations().holder().isEmpty()
        && (isNewer
            || status.says(Reasons.STALLED, Reasons.CHART_UNAVAILABLE)
            || status.conditions().isTrue(Reasons.SPEC_NOT_FOLLOWED));
  }

  private Assignment assignment() {
    return new Assignment(kept.baseline(), mayBeMixed, open.map(Open::state));
  }

  /** Whether the window closed before the change of a primary began. */
  private boolean isTooLate(String own) {
    return open.filter(rollout -> !rollout.state().to().equals(own)).isPresent()
        && !policy().isOpenAt(services.clock().instant());
  }

  @Override
  public void planBy(ReleaseValues values) {
    binding.planBy(values);
  }

  @Override
  public Optional<Revision> present(
      Primary primary, Supplier<History> known, Supplier<History> stored) {
    var uid = primary.identity().uid();
    if (staying.contains(uid) || binding.difference(uid).isPresent()) {
      return known
          .get()
          .latest()
          .filter(revision -> revision.status() == RevisionStatus.DEPLOYED)
          .filter(revision -> revision.belongsTo(primary.identity()));
    }
    return open.map(Open::state)
        .filter(state -> state.isReturn() && !primary.annotations().holdsEdition())
        .flatMap(state -> state.before(known.get(), stored));
  }

  @Override
  public Optional<Pending> pending(Primary primary, ReleaseKey release) {
    if (!problem.isEmpty() && isStuck()) {
      return Optional.of(Pending.unprepared(problem));
    }
    var difference = binding.difference(primary.identity().uid());
    if (difference.isPresent() || primary.annotations().holder().isPresent()) {
      // Whoever is paused or pinned takes no part, and no wave reaches it.
      return difference.map(Pending::otherThanPlanned);
    }
    return assignment()
        .pending(
            MemberReader.name(primary.object()),
            own(primary, release),
            primary.annotations().holdsEdition());
  }

  /** Whether nothing is known yet, or a rollout is to begin. */
  private boolean isStuck() {
    try {
      return !isPrepared() || (open.isEmpty() && !present().id().equals(kept.baseline()));
    } catch (InvalidPrimaryException e) {
      return false;
    }
  }

  /** Takes what the rollouts of the kind wait for, and wakes its primaries, which report it. */
  void waitsFor(String problem, PrimaryRouter router) {
    boolean isNew = !problem.equals(this.problem);
    this.problem = problem;
    if (isNew && isStuck()) {
      router.primaries(gvk).forEach(router::wake);
    }
  }

  private Edition present() throws InvalidPrimaryException {
    return choice.present();
  }

  /** Returns the edition of the newest revision; empty for none. */
  private String own(Primary primary, ReleaseKey release) {
    return services
        .store()
        .known(release)
        .latest()
        .filter(revision -> revision.belongsTo(primary.identity()))
        .map(Revision::edition)
        .orElse("");
  }

  /**
   * Takes the rollout one state further.
   *
   * @param router knows the primaries, and wakes them
   * @throws RuntimeException if the API server does not answer, or refuses: then nothing changed
   */
  synchronized void step(ChartRollouts objects, PrimaryRouter router, Instant now) {
    var found = keepPresent();
    if (found.isEmpty()) {
      return;
    }
    var present = found.get();
    boolean isOpen = open.filter(rollout -> objects.goesOn(gvk, rollout, present.id())).isPresent();
    mayBeMixed |= !isOpen && open.isPresent();
    if (!isOpen && present.id().equals(kept.baseline()) && !mayBeMixed) {
      statuses.retain(List.of());
      return;
    }
    var primaries = router.primaries(gvk).toList();
    statuses.retain(primaries);
    staying.retainAll(primaries.stream().map(one -> one.getMetadata().getUid()).toList());
    var reader =
        new MemberReader(
            policy(), source.denied(), statuses, services.store(), now, binding::difference);
    var members = primaries.stream().map(reader::read).toList();
    var look = new Look(objects, present, reader, primaries, members);
    var closed = open;
    if (!isOpen) {
      closed.ifPresent(ended -> binding.release());
      open = begin(look);
      mayBeMixed = false;
    }
    boolean haveWaited = !problem.isEmpty();
    problem = "";
    if (!open.equals(closed) || haveWaited) {
      // Those who wait report it, or that they wait no longer.
      primaries.forEach(router::wake);
    }
    if (open.isEmpty()) {
      return;
    }
    var before = open.orElseThrow().state();
    advance(look)
        .ifPresent(
            next ->
                primaries.stream()
                    .filter(each -> next.concerns(MemberReader.name(each), before))
                    .forEach(router::wake));
  }

  /** Begins a rollout, unless all primaries have the edition. */
  private Optional<Open> begin(Look look) {
    var to = look.edition().id();
    boolean isNeeded =
        !to.equals(kept.baseline())
            || look.members().stream()
                .filter(member -> !member.keepsEdition() && !member.stored().isEmpty())
                .anyMatch(member -> !member.stored().equals(to));
    if (!isNeeded) {
      return Optional.empty();
    }
    var plan = binding.propose(look.edition(), look.reader(), look.primaries());
    var found = look.objects().next(gvk, kept.baseline(), to);
    // By the clock of the API server, as the times of revisions. A deleted object goes on.
    var since =
        open.map(Open::state)
            .filter(before -> before.to().equals(to))
            .map(RolloutState::startedAt)
            .orElse(found.created());
    var state =
        RolloutState.begin(policy(), kept.baseline(), to, look.members(), since)
            .planned(Binding.NONE.proposing(plan.digest()));
    look.objects().write(found, state, /* isClosed= */ false);
    log.info("{}: ChartRollout {} begins, for {} members", gvk, found.name(), state.members());
    return Optional.of(new Open(found.name(), state));
  }

  /** Returns the next state; empty if nothing changes. */
  private Optional<RolloutState> advance(Look look) {
    var objects = look.objects();
    var current = open.orElseThrow();
    var found = objects.newest(gvk).orElseThrow();
    var asked = found.asked();
    var patience = source.gate().timeout().plus(policy().readyFor());
    var bound =
        binding.bound(current.state(), asked, look.edition(), look.reader(), look.primaries());
    var next =
        new RolloutStep(policy(), patience, knownSince.orElseThrow())
            .next(bound, asked, look.members(), look.reader().now());
    if (next.equals(current.state()) && found.isAnswered()) {
      return Optional.empty();
    }
    if (next.phase() == Phase.COMPLETED) {
      // In this order: after a crash in between, the rollout completes once more.
      kept.rebase(next.to());
      mayBeMixed = false;
    }
    if (!objects.write(found, next, /* isClosed= */ false)) {
      // The next look finds that the object is gone.
      return Optional.empty();
    }
    ChartRollouts.tell(services.events(), found, current.state(), next);
    // Before the state that says so: passes read both.
    binding.follow(current.state(), next);
    open = Optional.of(new Open(current.name(), next)).filter(rollout -> !next.isOver());
    if (next.phase() == Phase.COMPLETED) {
      kept.keepOnly(
          look.members().stream()
              .flatMap(member -> Stream.of(member.stored(), member.edition()))
              .collect(Collectors.toSet()));
    }
    return Optional.of(next);
  }

  /** Returns the state of the open rollout. */
  Optional<RolloutState> state() {
    return open.map(Open::state);
  }
}
