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
    return new RolloutsPage(frame, found.rollouts().stream().map(Line::new).toList());
  }

  /** The words and links of a rollout. */
  public record Line(FoundRollout rollout) {
    /** Returns the path of the releases of its kind. */
    public String releases() {
      return kind().link();
    }

    public String phase() {
      return rollout.phase().isEmpty() ? "not begun" : rollout.phase();
    }

    public String message() {
      return TerminalText.oneLine(rollout.message());
    }

    /** Returns how far it is, in a sentence. */
    public String progress() {
      return "wave %d of %d, %d of %d done, %d changing, %d failed"
          .formatted(
              rollout.wave(),
              rollout.waves(),
              rollout.done(),
              rollout.members(),
              rollout.changing().size(),
              rollout.failed().size());
    }

    /** Returns the plan that it can keep to, in a sentence; empty if it has none. */
    public String plan() {
      if (rollout.plan().isEmpty()) {
        return "";
      }
      return "plan %s%s%s"
          .formatted(
              rollout.plan(),
              rollout.plan().equals(rollout.approvedPlan()) ? ", approved" : ", not approved",
              rollout.otherThanPlanned() == 0
                  ? ""
                  : "; the change of %d is another, and waits"
                      .formatted(rollout.otherThanPlanned()));
    }

    public List<Wave> waves() {
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
                    Optional.of(last(until))));
        before = until.isEmpty() ? before : until;
      }
      return waves;
    }

    /** Its label comes before its name, if a label orders the primaries. */
    private Member last(String until) {
      var name = until.substring(until.lastIndexOf(' ') + 1);
      int slash = name.indexOf('/');
      var link =
          new ReleaseLink(
              kind().kind(), name.substring(0, Math.max(0, slash)), name.substring(slash + 1));
      return new Member(TerminalText.oneLine(until), link.path());
    }

    public List<Member> changing() {
      return members(rollout.changing());
    }

    public List<Member> failed() {
      return members(rollout.failed());
    }

    /** Returns primaries with another change than planned, and the difference. */
    public List<Member> others() {
      return rollout.differences().stream()
          .map(one -> member(one.primary(), one.primary() + ": " + one.what()))
          .toList();
    }

    public List<String> commands() {
      return RolloutRequests.commands(rollout);
    }

    private List<Member> members(List<String> names) {
      return names.stream().map(name -> member(name, name)).toList();
    }

    private Member member(String name, String shown) {
      return new Member(TerminalText.oneLine(shown), kind().with(name).link());
    }

    /** In a ChartRollout, the name of the kind begins with a capital letter. */
    private Query kind() {
      return Query.all().ofKind(rollout.kind().toLowerCase(Locale.ROOT));
    }
  }
}
