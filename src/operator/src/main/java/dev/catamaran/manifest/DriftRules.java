package dev.catamaran.manifest;

import java.util.List;

/**
 * Exemptions from drift that a watch sets, whatever the manifest.
 *
 * @param rules each of them exempts objects or fields
 */
public record DriftRules(List<IgnoreRule> rules) {
  private static final DriftRules NONE = new DriftRules(List.of());

  /** Returns rules that exempt nothing; a manifest may still exempt objects. */
  public static DriftRules none() {
    return NONE;
  }

  /**
   * Returns the exemptions in one manifest, by these rules and by its own content.
   *
   * @param releaseNamespace namespace of objects that name none
   */
  public Exemptions in(Manifest manifest, String releaseNamespace) {
    return new Exemptions(rules, ScaleTargets.of(manifest, releaseNamespace));
  }
}
