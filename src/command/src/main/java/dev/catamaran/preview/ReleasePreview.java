package dev.catamaran.preview;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.catamaran.inspect.Ink.Paint;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.release.ReleaseKey;
import java.util.List;

/**
 * What the next pass over a primary would do.
 *
 * @param primary kind and name, as kubectl prints them
 * @param namespace of the primary; empty for a cluster-scoped one
 * @param release its name
 * @param action such as {@code upgrade}, or {@link #NO_ACTION}
 * @param problem why the pass would fail, or would be refused; empty if it succeeds
 * @param note why nothing is done, or what is not looked at; may be empty
 * @param objects the changed ones, in the order of the writes
 * @param unchanged number of the release's other objects
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
  static final String NO_ACTION = "none";

  /** Returns one without a change. */
  static ReleasePreview nothing(PrimaryObject primary, ReleaseKey release, String why) {
    return new ReleasePreview(
        primary.title(),
        primary.namespace(),
        release.name(),
        NO_ACTION,
        "",
        why,
        List.of(),
        0,
        List.of());
  }

  /** Whether an object changes, a hook runs, or the pass fails. */
  @JsonIgnore
  public boolean isChange() {
    return !objects.isEmpty() || !hooks.isEmpty() || isFailure();
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

  ReleasePreview failing(String why) {
    return new ReleasePreview(
        primary, namespace, release, action, why, note, objects, unchanged, hooks);
  }

  /** Whether pods are replaced. */
  @JsonIgnore
  boolean isRestart() {
    return objects.stream().anyMatch(ObjectChange::restart);
  }

  /** Returns the preview as a tree with a summary. */
  public List<String> lines(Paint paint) {
    return new PreviewText(this, paint).lines();
  }
}
