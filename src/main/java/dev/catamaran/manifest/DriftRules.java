package dev.catamaran.manifest;

import java.util.List;

/** What a watch exempts from drift, whatever the manifest. */
public final class DriftRules {
  private static final DriftRules NONE = new DriftRules(List.of());

  private final List<IgnoreRule> rules;

  /** Exempts what any of {@code rules} exempts. */
  public DriftRules(List<IgnoreRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** Exempts nothing of itself; a manifest may still. */
  public static DriftRules none() {
    return NONE;
  }

  /**
   * What is exempt in one manifest, by these rules and by what it says itself.
   *
   * @param releaseNamespace of objects that name none
   */
  public Exemptions in(Manifest manifest, String releaseNamespace) {
    return new Exemptions(rules, ScaleTargets.of(manifest, releaseNamespace));
  }
}
