package dev.catamaran.rollout;

import dev.catamaran.rollout.RolloutState.Failure;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Who speaks for and against an edition in the present wave. Each namespace has one vote, so that
 * no tenant decides for others. If there is only one, each primary has a vote. Pure.
 *
 * @param members that take part
 */
record Votes(RolloutState state, List<Member> members, boolean areOfNamespaces) {
  /** More that fail, and none is Ready: hardly the fault of so many tenants. */
  private static final int MOST_IN_A_ROW = 3;

  static Votes of(RolloutState state, List<Member> members) {
    return new Votes(
        state, members, members.stream().map(m -> namespace(m.name())).distinct().count() > 1);
  }

  /** Returns those in which one fails that was ready before. */
  Set<String> against() {
    return failed(failure -> failure.counts() && failure.wave() == state.wave());
  }

  /** Returns those that are Ready with it. */
  Set<String> ready() {
    var ready =
        reached(
            member ->
                member.edition().equals(state.to())
                    && member.isReady()
                    && !state.hasBegun(member.name()));
    ready.removeAll(against());
    return ready;
  }

  /** Returns all, without those that are taken out of the wave. */
  Set<String> all() {
    var out =
        state.failed().stream()
            .filter(f -> !f.counts())
            .map(Failure::name)
            .collect(Collectors.toSet());
    return reached(member -> !member.isOther() && !out.contains(member.name()));
  }

  /** Whether half of them are Ready with it; not if all were taken out. */
  boolean areEnough() {
    return all().isEmpty() ? state.failed().isEmpty() : 2 * ready().size() >= all().size();
  }

  /** Returns how many others are still to be asked in the places of those that failed. */
  int vacant() {
    long given =
        members.stream().filter(member -> !state.reaches(member) && hasBegun(member)).count();
    return (int)
        Math.max(0, Math.min(state.failed().size(), MOST_IN_A_ROW + ready().size()) - given);
  }

  /** Returns the order of changes: a namespace in which one failed does not keep others waiting. */
  Comparator<Member> order() {
    var lost = failed(failure -> true);
    return Comparator.comparing((Member member) -> lost.contains(of(member.name())))
        .thenComparing(Member.ORDER);
  }

  private Set<String> failed(Predicate<Failure> which) {
    return state.failed().stream()
        .filter(which)
        .map(failure -> of(failure.name()))
        .collect(Collectors.toSet());
  }

  private Set<String> reached(Predicate<Member> which) {
    return members.stream()
        .filter(member -> (state.reaches(member) || hasBegun(member)) && which.test(member))
        .map(member -> of(member.name()))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private boolean hasBegun(Member member) {
    return member.edition().equals(state.to()) || state.hasBegun(member.name());
  }

  private String of(String name) {
    return areOfNamespaces ? namespace(name) : name;
  }

  private static String namespace(String name) {
    return name.replaceFirst("/.*", "");
  }
}
