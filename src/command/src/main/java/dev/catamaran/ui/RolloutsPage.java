package dev.catamaran.ui;

import dev.catamaran.inspect.FoundRollout;
import dev.catamaran.inspect.FoundRollouts;
import dev.catamaran.inspect.RolloutRequests;
import dev.catamaran.inspect.TerminalText;
import dev.catamaran.ui.Frame.Link;
import java.util.List;
import java.util.Locale;

/** The newest rollout of each kind. */
public record RolloutsPage(Frame frame, List<Line> rollouts) {
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
      var plan =
          rollout.plan().equals(rollout.approvedPlan())
              ? "plan %s, approved"
              : "plan %s, not approved";
      int others = rollout.otherThanPlanned();
      return (others == 0 ? plan : plan + "; the change of %d is another, and waits")
          .formatted(rollout.plan(), others);
    }

    public List<Link> changing() {
      return rollout.changing().stream().map(name -> member(name, name)).toList();
    }

    public List<Link> failed() {
      return rollout.failed().stream().map(name -> member(name, name)).toList();
    }

    /** Returns primaries with another change than planned, and the difference. */
    public List<Link> others() {
      return rollout.differences().stream()
          .map(one -> member(one.primary(), one.primary() + ": " + one.what()))
          .toList();
    }

    public List<String> commands() {
      return RolloutRequests.commands(rollout);
    }

    /** Returns a link to its place in the list of releases. */
    private Link member(String name, String shown) {
      return new Link(TerminalText.oneLine(shown), kind().with(name).link());
    }

    /** In a ChartRollout, the name of the kind begins with a capital letter. */
    private Query kind() {
      return Query.ALL.ofKind(rollout.kind().toLowerCase(Locale.ROOT));
    }
  }
}
