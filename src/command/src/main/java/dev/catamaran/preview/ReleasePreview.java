package dev.catamaran.preview;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Ink.Paint;
import dev.catamaran.terminal.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the next pass over a primary would do.
 *
 * @param action such as {@code upgrade}, or {@link #NO_ACTION}
 * @param problem why the pass would fail, or would be refused; empty if it succeeds
 * @param note why nothing is done, or what is not looked at; may be empty
 * @param objects the changed ones, in the order of the writes
 * @param unchanged number of the release's other objects; 0 if the pass fails
 */
public record ReleasePreview(
    String primary,
    String namespace,
    String release,
    String action,
    String problem,
    String note,
    List<ObjectChange> objects,
    long unchanged,
    List<HookRun> hooks) {
  /**
   * A hook that would run.
   *
   * @param events the events of the operation at which it runs, such as {@code pre-upgrade}
   */
  public record HookRun(
      String apiVersion, String kind, String namespace, String name, List<String> events) {
    @Override
    public String toString() {
      return "%s %s %s".formatted(String.join(",", events), kind, name);
    }
  }

  static final String NO_ACTION = "none";
  private static final String PENDING = "pending";

  /** A revision is not finished: what its operation changes is not known. */
  static ReleasePreview pending(PrimaryObject primary, ReleaseKey release, Revision revision) {
    var why = PrimaryRelease.unfinished(revision);
    return nothing(PENDING, primary, release, "", why);
  }

  static ReleasePreview nothing(
      PrimaryObject primary, ReleaseKey release, String problem, String why) {
    return nothing(NO_ACTION, primary, release, problem, why);
  }

  private static ReleasePreview nothing(
      String action, PrimaryObject primary, ReleaseKey release, String problem, String why) {
    return new ReleasePreview(
        primary.title(),
        primary.namespace(),
        release.name(),
        action,
        problem,
        why,
        List.of(),
        0,
        List.of());
  }

  /** Returns the same with why, by the status, the operator does not do it now. */
  ReleasePreview waiting(String why) {
    var told = "by its status, the operator does not make this change now: " + why;
    return isChange()
        ? new ReleasePreview(
            primary,
            namespace,
            release,
            action,
            problem,
            note.isEmpty() ? told : note + "; " + told,
            objects,
            unchanged,
            hooks)
        : this;
  }

  /** Whether an object changes, a hook runs, or the pass fails. */
  @JsonIgnore
  public boolean isChange() {
    return !objects.isEmpty() || !hooks.isEmpty() || isFailure() || isPending();
  }

  @JsonIgnore
  boolean isPending() {
    return action.equals(PENDING);
  }

  /** Whether a release is taken over as it is: only the marks of its objects' owner change. */
  @JsonIgnore
  boolean isTakeOver() {
    return !isFailure()
        && hooks.isEmpty()
        && !objects.isEmpty()
        && objects.stream().allMatch(ObjectChange::isMark);
  }

  @JsonIgnore
  boolean isFailure() {
    return !problem.isEmpty();
  }

  @JsonIgnore
  boolean isRestart() {
    return objects.stream().anyMatch(ObjectChange::restart);
  }

  public List<String> lines(Paint paint) {
    if (!isChange()) {
      return List.of(noChange());
    }
    if (isPending()) {
      return Tree.of(title(), List.of(note)).lines();
    }
    var lines = new ArrayList<>(new Tree(title(), children(paint)).lines());
    if (isFailure()) {
      lines.add(Ink.BAD.on(TerminalText.oneLine("fails: " + problem), paint));
    }
    lines.add(summary());
    if (!note.isEmpty()) {
      lines.add(TerminalText.oneLine(note));
    }
    return lines;
  }

  private String noChange() {
    if (!note.isEmpty()) {
      return TerminalText.oneLine("no change: " + note);
    }
    return action.equals(NO_ACTION)
        ? "no change"
        : "no change of objects, only the %s itself".formatted(action);
  }

  private String title() {
    return TerminalText.oneLine(
        "%s%s: %srelease %s"
            .formatted(
                primary,
                namespace.isEmpty() ? "" : " in namespace " + namespace,
                action.equals(NO_ACTION) || isPending() ? "" : action + " of ",
                release));
  }

  private List<Tree> children(Paint paint) {
    var children = new ArrayList<>(ObjectChange.trees(objects, namespace, paint));
    if (!hooks.isEmpty()) {
      children.add(Tree.of("hooks", hookLines().toList()));
    }
    return children;
  }

  private String summary() {
    var counts =
        ObjectChange.counts(objects)
            + (isFailure() ? " before the failure" : "; %d unchanged".formatted(unchanged));
    return hooks.isEmpty()
        ? counts
        : counts + hookLines().collect(Collectors.joining(", ", "; hooks: ", ""));
  }

  private Stream<String> hookLines() {
    return hooks.stream().map(hook -> TerminalText.oneLine(hook.toString()));
  }
}
