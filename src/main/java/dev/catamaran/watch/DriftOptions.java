package dev.catamaran.watch;

import dev.catamaran.manifest.IgnoreRule;
import java.util.List;

/**
 * What happens when a descendant differs from the release's manifest.
 *
 * @param policy what is done about it
 * @param ignored what is never compared
 */
public record DriftOptions(DriftPolicy policy, List<IgnoreRule> ignored) {

  /** Copies the list. */
  public DriftOptions {
    ignored = List.copyOf(ignored);
  }
}
