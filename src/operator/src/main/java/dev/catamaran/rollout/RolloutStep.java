package dev.catamaran.rollout;

import dev.catamaran.rollout.RolloutState.Changing;
import dev.catamaran.rollout.RolloutState.Failure;
import dev.catamaran.rollout.RolloutState.Phase;
import dev.catamaran.watch.RolloutPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the next state of a rollout: reads nothing, writes nothing, uses no clock.
 *
 * @param policy of the watch
 * @param patience how long a primary may take to become ready
 * @param watchedSince since when the operator knows the rollout: before, none may have run
 */
record RolloutStep(RolloutPolicy policy, Duration patience, Instant watchedSince) {
  /** More would make the object large; then a person must look. */
  private static final int MOST_FAILED = 1_000;

  /** Those whose time a return counts; others take their places. */
  private static final int MOST_AWAITED = 20;

  private static final String NOT_BACK =
      "it has the edition still; without a revision from before, it cannot go back";

  /**
   * What people ask for in the object's spec.
   *
   * @param isPaused whether no further primary is changed
   * @param approvedWave number of the last approved wave; 0 for none
   * @param allowedFailures in place of the policy's; 0 for none
   * @param isUndone whether changed primaries go back
   * @param approvedPlan digest of the plan that it must keep to; empty for none
   */
  record Asked(
      boolean isPaused,
      int approvedWave,
      int allowedFailures,
      boolean isUndone,
      String approvedPlan) {}

  /** Returns the state that follows; the same one if nothing changes. */
  RolloutState next(RolloutState state, Asked asked, List<Member> all, Instant now) {
    if (state.isOver()) {
      return state;
    }
    if (state.isReturn()) {
      return returning(state, asked, all, now);
    }
    var members = all.stream().filter(state::includes).toList();
    var settled =
        counted(settled(state, all, now), members)
            .leaving(members.stream().filter(Member::isOther).toList());
    if (asked.isUndone()) {
      return settled.in(Phase.RETURNING, why(settled, asked)).with(List.of(), settled.failed());
    }
    if (Votes.of(settled, members).against().size() >= allowed(asked)
        || settled.failed().size() >= MOST_FAILED) {
      return halted(settled, why(settled, asked));
    }
    return advanced(settled, asked, members, now);
  }

  private int allowed(Asked asked) {
    return asked.allowedFailures() > 0 ? asked.allowedFailures() : policy.failures();
  }

  private static String why(RolloutState state, Asked asked) {
    return asked.isUndone()
        ? "undone by a person"
        : "wave %d failed%s".formatted(state.wave(), state.withoutSuccess());
  }

  private RolloutState halted(RolloutState state, String why) {
    return switch (policy.onFailure()) {
      case HALT ->
          state.in(
              Phase.HALTED,
              why
                  + "; no further custom resource is changed until the chart changes, or until"
                  + " spec.allowedFailures is more");
      case RETURN -> state.in(Phase.RETURNING, why).with(List.of(), state.failed());
    };
  }

  /** Those that it changed go back, as the passes find. It ends once all are, or have had time. */
  private RolloutState returning(RolloutState state, Asked asked, List<Member> all, Instant now) {
    var left =
        all.stream()
            .filter(member -> !member.keepsEdition())
            .filter(
                member ->
                    state.brought(member.stored(), member.storedAt())
                        || state.brought(member.edition(), member.storedAt()))
            .sorted(Member.ORDER)
            .toList();
    var since =
        state.changing().stream()
            .collect(Collectors.toMap(Changing::name, Changing::since, (one, other) -> one));
    var awaited =
        left.stream()
            .limit(MOST_AWAITED)
            .map(one -> new Changing(one.name(), since.getOrDefault(one.name(), now), false))
            .toList();
    var late =
        awaited.stream().filter(one -> isLate(one.since(), now)).map(Changing::name).toList();
    var lost = left.stream().map(one -> Failure.of(one, 0, false, NOT_BACK)).toList();
    boolean isOver = late.size() == awaited.size();
    return state
        .in(
            left.isEmpty() ? Phase.RETURNED : isOver ? Phase.FAILED : Phase.RETURNING,
            why(state, asked) + RolloutState.named(isOver ? "; not back: " : "; waits for ", lost))
        .with(
            awaited,
            Stream.concat(
                    state.failed().stream().filter(one -> one.wave() > 0),
                    lost.stream().filter(one -> late.contains(one.name())))
                .toList())
        .counting(state.members(), left.size());
  }

  /** Takes out of {@code changing} what is done, gone or failed. */
  private RolloutState settled(RolloutState state, List<Member> all, Instant now) {
    var known = all.stream().collect(Collectors.toMap(Member::name, Function.identity()));
    var changing = new ArrayList<Changing>();
    var failed = new ArrayList<>(state.failed());
    for (var one : state.changing()) {
      var member = known.get(one.name());
      if (member == null
          || !state.includes(member)
          || member.isOther()
          || isDone(state, one, member, now)) {
        continue;
      }
      failure(state, one, member, now).ifPresentOrElse(failed::add, () -> changing.add(one));
    }
    failed.removeIf(failure -> isOver(known.get(failure.name()), state));
    return state.with(changing, failed);
  }

  /** The edition is to blame if it is stored or refused, and nothing else stands in the way. */
  private Optional<Failure> failure(RolloutState state, Changing one, Member member, Instant now) {
    var trouble = member.trouble();
    boolean isLate = isLate(one.since(), now);
    boolean isFailed = state.to().equals(trouble.edition());
    boolean isHindered = isFailed && trouble.isHindered();
    boolean isBlamed =
        isFailed || (isLate && (trouble.isRefused() || state.to().equals(member.stored())));
    return isLate || isFailed
        ? Optional.of(
            Failure.of(
                member,
                state.wave(),
                one.wasReady() && isBlamed && !isHindered,
                "not ready in time"))
        : Optional.empty();
  }

  private boolean isLate(Instant since, Instant now) {
    return latest(since, watchedSince).plus(patience).isBefore(now);
  }

  /** A rollback, a pause or a deletion of the one that failed does not let a halted one go on. */
  private static boolean isOver(@Nullable Member member, RolloutState state) {
    return member == null
        ? state.phase() != Phase.HALTED
        : member.edition().equals(state.to()) && member.isReady();
  }

  private boolean isDone(RolloutState state, Changing one, Member member, Instant now) {
    return member.edition().equals(state.to())
        && member.isReady()
        && !latest(one.since(), member.readySince()).plus(policy.readyFor()).isAfter(now);
  }

  private static Instant latest(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static RolloutState counted(RolloutState state, List<Member> members) {
    int done =
        (int)
            members.stream()
                .filter(member -> member.edition().equals(state.to()))
                .filter(member -> !state.hasBegun(member.name()))
                .count();
    return state.counting(members.size(), done);
  }

  private RolloutState advanced(
      RolloutState state, Asked asked, List<Member> members, Instant now) {
    var current = state;
    while (rest(current, members).isEmpty() && current.changing().isEmpty()) {
      var votes = Votes.of(current, members);
      if (!votes.areEnough() && asked.allowedFailures() == 0) {
        return current.in(
            Phase.WAITING,
            "wave %d: %d of %d %s are Ready, and half must be, at least one, unless a person sets spec.allowedFailures%s"
                .formatted(
                    current.wave(),
                    votes.ready().size(),
                    votes.all().size(),
                    votes.areOfNamespaces() ? "namespaces" : "custom resources",
                    current.withoutSuccess()));
      }
      if (current.wave() >= current.waves().size() && current.plan().others() > 0) {
        return current.in(
            Phase.WAITING,
            "the others are done; another change than planned waits for %d of %d custom resources"
                .formatted(current.plan().others(), current.members()));
      }
      if (current.wave() >= current.waves().size()) {
        return current.in(
            Phase.COMPLETED,
            "all custom resources that take part have the edition %s%s"
                .formatted(current.to(), current.withoutSuccess()));
      }
      current = current.atWave(current.wave() + 1);
    }
    if (asked.isPaused()) {
      return current.in(Phase.PAUSED, "spec.paused is true");
    }
    if (!asked.approvedPlan().isEmpty()
        && !asked.approvedPlan().equals(current.plan().approved())) {
      return current.in(
          Phase.WAITING,
          "the approved plan %s is not what would change at present: look at catamaran plan, and approve %s"
              .formatted(asked.approvedPlan(), current.plan().digest()));
    }
    if (policy.needsApproval(current.wave()) && asked.approvedWave() < current.wave()) {
      return current.in(
          Phase.WAITING,
          "wave %d of %d waits for an approval: set spec.approvedWave to %1$d"
              .formatted(current.wave(), current.waves().size()));
    }
    var opens = policy.opensAt(now);
    if (opens.isAfter(now)) {
      return begun(current, members).in(Phase.WAITING, "the next window opens at " + opens);
    }
    return admitted(current, members, now)
        .in(
            Phase.PROGRESSING,
            "wave %d of %d%s"
                .formatted(current.wave(), current.waves().size(), current.withoutSuccess()));
  }

  /** Takes primaries without a begun change out of the state: they wait for the next window. */
  private static RolloutState begun(RolloutState state, List<Member> members) {
    var begun =
        members.stream()
            .filter(
                one ->
                    state.to().equals(one.stored()) || state.to().equals(one.trouble().edition()))
            .map(Member::name)
            .collect(Collectors.toSet());
    return state.with(
        state.changing().stream().filter(one -> begun.contains(one.name())).toList(),
        state.failed());
  }

  private RolloutState admitted(RolloutState state, List<Member> members, Instant now) {
    var more =
        rest(state, members).stream()
            .limit(Math.max(0, policy.atOnce() - state.changing().size()))
            .map(member -> new Changing(member.name(), now, member.isReady()));
    return state.with(Stream.concat(state.changing().stream(), more).toList(), state.failed());
  }

  /**
   * Returns those of the present wave, and of the waves before, that are still to be changed, and
   * others in the places of those that failed.
   */
  private static List<Member> rest(RolloutState state, List<Member> members) {
    var votes = Votes.of(state, members);
    var left =
        members.stream()
            .filter(member -> !member.edition().equals(state.to()))
            .filter(member -> !state.hasBegun(member.name()))
            .filter(member -> !member.isOther())
            .sorted(votes.order())
            .toList();
    return Stream.concat(
            left.stream().filter(state::reaches),
            left.stream().filter(member -> !state.reaches(member)).limit(votes.vacant()))
        .toList();
  }
}
