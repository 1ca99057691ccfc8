package dev.catamaran.rollout;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.catamaran.release.History;
import dev.catamaran.release.Revision;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.RolloutPolicy;
import dev.catamaran.watch.RolloutPolicy.Wave;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.CaseUtils;

/**
 * How far a rollout is: the status of its object. Small however many primaries there are: the waves
 * are places in their order, and who is changed is in the releases themselves. Immutable.
 *
 * @param from id of the edition before
 * @param to id of the edition that it brings
 * @param startedAt primaries created later are no part of it: they get the new edition at its end
 * @param phase what happens at present
 * @param message why, for people
 * @param wave number of the present wave, from 1
 * @param waves the bound of each wave
 * @param changing those that are changed at present: written before the first write to a release
 * @param failed those that could not be changed
 * @param members how many primaries take part
 * @param done how many of them have the new edition and are well
 * @param plan the plan that it must keep to
 */
record RolloutState(
    String from,
    String to,
    Instant startedAt,
    Phase phase,
    String message,
    int wave,
    List<Bound> waves,
    List<Changing> changing,
    List<Failure> failed,
    int members,
    int done,
    Binding plan) {
  private static final String DONE = "done";
  private static final String CHANGING = "changing";
  private static final String FAILED = "failed";
  private static final String WAITING = "waiting";
  private static final int MOST_NAMED = 3;

  /** The progress without a rollout. */
  static final Map<String, Integer> NO_PROGRESS =
      Map.of(DONE, 0, CHANGING, 0, FAILED, 0, WAITING, 0);

  /** What a rollout does at present. */
  enum Phase {
    /** Primaries are changed. */
    @JsonEnumDefaultValue
    PROGRESSING(""),
    /** For an approval, or for a window. */
    WAITING(""),
    /** A person paused it. */
    PAUSED(""),
    /** Too many primaries failed. */
    HALTED(Reasons.ROLLOUT_HALTED),
    /** Changed primaries go back. */
    RETURNING(Reasons.ROLLOUT_RETURNING),
    /** All changed primaries went back. */
    RETURNED(Reasons.ROLLOUT_RETURNED),
    /** It ended before all changed primaries went back. */
    FAILED(Reasons.ROLLOUT_FAILED),
    /** All primaries have the new edition. */
    COMPLETED(Reasons.ROLLOUT_COMPLETED),
    /** The chart or the overrides changed again. */
    SUPERSEDED("");

    private final String event;

    Phase(String event) {
      this.event = event;
    }

    /** Returns the word in the API. */
    @JsonValue
    String word() {
      return CaseUtils.toCamelCase(name(), /* capitalizeFirstLetter= */ true);
    }

    /** Returns the reason of the Event that tells of it; empty for none. */
    String event() {
      return event;
    }
  }

  /**
   * The plan of a rollout.
   *
   * @param digest of what it would change at present, or when it was approved; empty if unknown
   * @param approved digest of the approved plan: nothing else is changed; empty for none
   * @param others how many primaries wait, since their change is another than planned
   * @param shown the first of them
   */
  record Binding(
      @JsonProperty("plan") String digest,
      @JsonProperty("approvedPlan") String approved,
      @JsonProperty("otherThanPlanned") int others,
      @JsonProperty("differences") List<Other> shown) {
    /** Nothing is approved, and no digest is known. */
    static final Binding NONE = new Binding("", "", 0, List.of());

    /** The rest is in the conditions of the primaries. */
    private static final int MOST_SHOWN = 20;

    /** Whether a plan is approved. */
    boolean isApproved() {
      return !approved.isEmpty();
    }

    /** Returns the same with another plan to approve. */
    Binding proposing(String digest) {
      return new Binding(digest, approved, others, shown);
    }

    /** Returns the same with an approved plan. */
    Binding approving(String digest) {
      return new Binding(digest, digest, others, shown);
    }

    private Binding leaving(List<Member> waiting) {
      return new Binding(
          digest,
          approved,
          waiting.size(),
          waiting.stream()
              .sorted(Member.ORDER)
              .limit(MOST_SHOWN)
              .map(member -> new Other(member.name(), member.otherwise()))
              .toList());
    }
  }

  /**
   * A primary with another change than planned.
   *
   * @param difference for people, without secrets
   */
  record Other(String name, @JsonProperty("what") String difference) {}

  /**
   * The members of a wave, those of the waves before included.
   *
   * @param until place of the last one in the order; empty for none but those that labels choose
   */
  record Bound(String until) {}

  /**
   * A primary that is changed at present.
   *
   * @param wasReady whether it was ready before: if not, its failure does not count
   */
  record Changing(String name, Instant since, boolean wasReady) {}

  /**
   * A primary that could not be changed, or did not go back.
   *
   * @param wave number of its wave; 0 for one that did not go back
   * @param counts whether it speaks against the edition: it was ready before, and nothing else
   *     stands in the way
   * @param reason one word in CamelCase
   * @param why for people
   */
  record Failure(String name, int wave, boolean counts, String reason, String why) {
    private static final int LONGEST = 200;

    /** Makes the reason one short line: there may be many of them in one object. */
    Failure {
      var line = why.replaceAll("\\s+", " ");
      why = line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    /** Returns the failure of a primary; {@code otherwise} if it is Ready. */
    static Failure of(Member member, int wave, boolean counts, String otherwise) {
      var trouble = member.trouble();
      return trouble.why().isEmpty()
          ? new Failure(member.name(), wave, counts, "NotInTime", otherwise)
          : new Failure(member.name(), wave, counts, trouble.reason(), trouble.why());
    }
  }

  /** Returns a rollout that has changed nothing. */
  static RolloutState begin(
      RolloutPolicy policy, String from, String to, List<Member> members, Instant now) {
    var part = members.stream().filter(member -> !member.keepsEdition()).toList();
    return new RolloutState(
        from,
        to,
        now,
        Phase.PROGRESSING,
        "",
        1,
        bounds(policy.waves(), part),
        List.of(),
        List.of(),
        part.size(),
        0,
        Binding.NONE);
  }

  private static List<Bound> bounds(List<Wave> waves, List<Member> members) {
    var bounds = new ArrayList<Bound>();
    int size = 0;
    for (int index = 0; index < waves.size(); index++) {
      int wave = index;
      size =
          switch (waves.get(index)) {
            case Wave.Count(var primaries) -> Math.max(size, primaries);
            case Wave.Share(var percent) ->
                Math.max(size, Math.ceilDiv(members.size() * percent, 100));
            case Wave.Labelled ignored -> size;
          };
      var chosen =
          members.stream().filter(member -> member.labelled().orElse(waves.size()) <= wave).count();
      bounds.add(
          new Bound(
              members.stream()
                  .filter(member -> member.labelled().orElse(waves.size()) > wave)
                  .sorted(Member.ORDER)
                  .map(Member::place)
                  .limit(Math.max(0, size - chosen))
                  .reduce("", (before, last) -> last)));
    }
    return bounds;
  }

  /** Whether a primary takes part. */
  boolean includes(Member member) {
    return !member.keepsEdition() && !member.created().isAfter(startedAt);
  }

  /** Whether a primary belongs to the present wave or to one before. */
  boolean reaches(Member member) {
    return wave >= waves.size()
        || member.labelled().orElse(waves.size()) < wave
        || member.place().compareTo(waves.get(wave - 1).until()) <= 0;
  }

  /** Whether it is over: the edition of its end is that of all primaries. */
  boolean isOver() {
    return phase == Phase.COMPLETED || phase == Phase.SUPERSEDED;
  }

  /** Whether changed primaries must go back. */
  boolean isReturn() {
    return phase == Phase.RETURNING || hasReturned();
  }

  /**
   * Returns the newest success from before the rollout reached a release; empty if it has not, or
   * if the release is back.
   *
   * @param known the revisions in memory
   * @param stored reads all
   */
  Optional<Revision> before(History known, Supplier<History> stored) {
    return known
        .lastBegun()
        .filter(this::brought)
        .flatMap(changed -> stored.get().successes().filter(one -> !brought(one)).findFirst());
  }

  private boolean brought(Revision revision) {
    return brought(revision.edition(), revision.storedAt());
  }

  /** Whether the rollout has made a revision. */
  boolean brought(String edition, Instant storedAt) {
    return edition.equals(to) && !storedAt.isBefore(startedAt.truncatedTo(ChronoUnit.SECONDS));
  }

  /** Whether its return has ended: it stays in the history as it is. */
  boolean hasReturned() {
    return phase == Phase.RETURNED || phase == Phase.FAILED;
  }

  /** Whether the primary is being changed, or could not be changed. */
  boolean hasBegun(String name) {
    return Stream.concat(changing.stream().map(Changing::name), failed.stream().map(Failure::name))
        .anyMatch(name::equals);
  }

  /** Whether the next pass over a primary differs from those in the state {@code before}. */
  boolean concerns(String name, RolloutState before) {
    return (phase != before.phase && (isOver() || isReturn()))
        || !plan.approved().equals(before.plan.approved())
        || (!before.hasBegun(name) && changing.stream().anyMatch(one -> one.name().equals(name)));
  }

  /**
   * Returns the last state of a rollout that another one follows. What failed or returned stays as
   * it is, for those who look later.
   */
  RolloutState closed(String why) {
    return switch (phase) {
      case HALTED, RETURNED, FAILED -> this;
      case RETURNING -> in(Phase.FAILED, message + "; " + why);
      case PROGRESSING, WAITING, PAUSED, COMPLETED, SUPERSEDED ->
          in(Phase.SUPERSEDED, why).with(List.of(), failed);
    };
  }

  /** Returns who is not changed, or not ready with the change, and why: first those that count. */
  String withoutSuccess() {
    return named("; without success: ", failed.stream().filter(one -> one.wave() > 0).toList());
  }

  /** Names the first of some primaries, and why; empty for none. */
  static String named(String what, List<Failure> failures) {
    var sorted = failures.stream().sorted(Comparator.comparing(Failure::counts).reversed());
    var first = first(sorted.map(each -> "%s (%s)".formatted(each.name(), each.why())).toList());
    return first.isEmpty() ? "" : what + first;
  }

  /** Returns the first of some texts, and how many more there are. */
  static String first(List<String> all) {
    var named = all.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    int more = all.size() - MOST_NAMED;
    return more > 0 ? "%s, and %d more".formatted(named, more) : named;
  }

  RolloutState in(Phase phase, String message) {
    return new RolloutState(
        from, to, startedAt, phase, message, wave, waves, changing, failed, members, done, plan);
  }

  RolloutState atWave(int wave) {
    return new RolloutState(
        from, to, startedAt, phase, message, wave, waves, changing, failed, members, done, plan);
  }

  RolloutState with(List<Changing> changing, List<Failure> failed) {
    return new RolloutState(
        from, to, startedAt, phase, message, wave, waves, changing, failed, members, done, plan);
  }

  RolloutState counting(int members, int done) {
    return new RolloutState(
        from, to, startedAt, phase, message, wave, waves, changing, failed, members, done, plan);
  }

  RolloutState planned(Binding plan) {
    return new RolloutState(
        from, to, startedAt, phase, message, wave, waves, changing, failed, members, done, plan);
  }

  /** Returns the same with those who wait, since their change is another than planned. */
  RolloutState leaving(List<Member> waiting) {
    return planned(plan.leaving(waiting));
  }

  /** Returns how many members are how far. */
  Map<String, Integer> progress() {
    return Map.of(
        DONE, done,
        CHANGING, changing.size(),
        FAILED, failed.size(),
        WAITING, Math.max(0, members - done - changing.size() - failed.size()));
  }
}
