package dev.catamaran.watch;

import dev.catamaran.manifest.IgnoreRule;
import java.util.List;

/**
 * Reaction to a descendant that differs from the release's manifest.
 *
 * @param policy the reaction
 * @param ignored rules for objects and fields that are never compared
 */
public record DriftOptions(DriftPolicy policy, List<IgnoreRule> ignored) {}
