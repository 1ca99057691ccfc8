package dev.catamaran.ui;

import dev.catamaran.inspect.FoundRollout;
import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.inspect.RolloutRequests;
import dev.catamaran.inspect.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The newest rollout of each kind. */
public record RolloutsPage(Frame frame, List<Line> rollouts) {
  /**
   * A rollout.
   *
   * @param releases path of the releases of its kind
   * @param change from which edition to which
   * @param progress in a sentence
   * @param plan the plan that it can keep to, in a sentence; empty if it has none
   * @param others primaries with another change than planned, and the difference
   * @param commands that make sense
   */
  public record Line(
      String name,
      String kind,
      String releases,
      String phase,
      String change,
      String progress,
      String message,
      String plan,
      List<Wave> waves,
      List<Member> changing,
      List<Member> failed,
      List<Member> others,
      List<String> commands) {}

  /**
   * A wave.
   *
   * @param state whether it is done
   * @param members who is in it, in words, but for the last one
   * @param last its last primary; empty if only labels choose
   */
  public record Wave(int number, String state, String members, Optional<Member> last) {}

  /**
   * A primary.
   *
   * @param name with what is to be said of it
   * @param path of its page, or of its place in the list of releases
   */
  public record Member(String name, String path) {}

  static RolloutsPage of(Frame frame, FoundRollouts found) {
    return new RolloutsPage(frame, found.rollouts().stream().map(RolloutsPage::line).toList());
  }

  private static Line line(FoundRollout rollout) {
    return new Line(
        rollout.name() + " in " + rollout.namespace(),
        rollout.kind(),
        kind(rollout).link(),
        rollout.phase().isEmpty() ? "not begun" : rollout.phase(),
        "from edition %s to %s".formatted(rollout.from(), rollout.to()),
        "wave %d of %d, %d of %d done, %d changing, %d failed"
            .formatted(
                rollout.wave(),
                rollout.waves(),
                rollout.done(),
                rollout.members(),
                rollout.changing().size(),
                rollout.failed().size()),
        TerminalText.oneLine(rollout.message()),
        plan(rollout),
        waves(rollout),
        members(rollout, rollout.changing()),
        members(rollout, rollout.failed()),
        rollout.differences().stream()
            .map(one -> member(rollout, one.primary(), one.primary() + ": " + one.what()))
            .toList(),
        RolloutRequests.commands(rollout));
  }

  private static String plan(FoundRollout rollout) {
    if (rollout.plan().isEmpty()) {
      return "";
    }
    return "plan %s%s%s"
        .formatted(
            rollout.plan(),
            rollout.plan().equals(rollout.approvedPlan()) ? ", approved" : ", not approved",
            rollout.otherThanPlanned() == 0
                ? ""
                : "; the change of %d is another, and waits".formatted(rollout.otherThanPlanned()));
  }

  private static List<Wave> waves(FoundRollout rollout) {
    var waves = new ArrayList<Wave>();
    boolean isOver = rollout.phase().equals("Completed");
    var before = "";
    for (int number = 1; number <= rollout.bounds().size(); number++) {
      var until = rollout.bounds().get(number - 1);
      boolean isDone = isOver || number < rollout.wave();
      var state = isDone ? "done" : number == rollout.wave() ? "present" : "waits";
      waves.add(
          until.isEmpty() || until.equals(before)
              ? new Wave(number, state, "only primaries that its labels choose", Optional.empty())
              : new Wave(
                  number,
                  state,
                  before.isEmpty() ? "from the first up to" : "after " + before + " up to",
                  Optional.of(last(rollout, until))));
      before = until.isEmpty() ? before : until;
    }
    return waves;
  }

  /** Its label comes before its name, if a label orders the primaries. */
  private static Member last(FoundRollout rollout, String until) {
    var name = until.substring(until.lastIndexOf(' ') + 1);
    int slash = name.indexOf('/');
    var link =
        new ReleaseLink(
            kind(rollout).kind(), name.substring(0, Math.max(0, slash)), name.substring(slash + 1));
    return new Member(TerminalText.oneLine(until), link.path());
  }

  private static List<Member> members(FoundRollout rollout, List<String> names) {
    return names.stream().map(name -> member(rollout, name, name)).toList();
  }

  private static Member member(FoundRollout rollout, String name, String shown) {
    return new Member(TerminalText.oneLine(shown), kind(rollout).with(name).link());
  }

  /** In a ChartRollout, the name of the kind begins with a capital letter. */
  private static Query kind(FoundRollout rollout) {
    return Query.all().ofKind(rollout.kind().toLowerCase(Locale.ROOT));
  }
}
