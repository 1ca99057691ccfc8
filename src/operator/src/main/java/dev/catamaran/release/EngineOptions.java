package dev.catamaran.release;

import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.Scale;
import java.util.List;
import java.util.Optional;

/**
 * Options for making revisions that a primary may set.
 *
 * @param install for the first revision
 * @param upgrade for further revisions
 * @param crds treatment of the chart's definitions
 * @param scales the replicas that a further revision leaves unchanged
 * @param force the operations that may delete and create an object again
 * @param ignored the objects and fields that no revision changes while the object exists
 * @param application the Application of Argo CD whose objects the first revision takes over, as the
 *     marks of these objects name it; empty for none
 */
public record EngineOptions(
    Step install,
    Step upgrade,
    CrdPolicy crds,
    List<Scale> scales,
    Force force,
    DriftRules ignored,
    Optional<String> application) {
  /** Helm's own defaults. */
  public static final EngineOptions DEFAULT =
      new EngineOptions(Step.DEFAULT, Step.DEFAULT, CrdPolicy.CREATE);

  /** Options for objects that no autoscaler has scaled, of which nothing is ignored. */
  public EngineOptions(Step install, Step upgrade, CrdPolicy crds) {
    this(install, upgrade, crds, List.of(), Force.NONE, DriftRules.none(), Optional.empty());
  }

  /** Returns the same with the present replicas of some objects. */
  public EngineOptions keeping(List<Scale> present) {
    return new EngineOptions(install, upgrade, crds, present, force, ignored, application);
  }

  /** Returns the same with operations that may delete and create an object again. */
  public EngineOptions forcing(Force operations) {
    return new EngineOptions(install, upgrade, crds, scales, operations, ignored, application);
  }

  /** Returns the same with objects and fields that no revision changes. */
  public EngineOptions ignoring(DriftRules rules) {
    return new EngineOptions(install, upgrade, crds, scales, force, rules, application);
  }

  /** Returns the same for the objects of an Application of Argo CD; empty for none. */
  public EngineOptions takingOver(Optional<String> other) {
    return new EngineOptions(install, upgrade, crds, scales, force, ignored, other);
  }

  /**
   * Options of one operation.
   *
   * @param hooks whether the chart's hooks run
   * @param description stored in the revision instead of Helm's own text; empty for Helm's text
   */
  public record Step(boolean hooks, String description) {
    /** With hooks and Helm's own text. */
    public static final Step DEFAULT = new Step(true, "");
  }
}
