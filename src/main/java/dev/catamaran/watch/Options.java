package dev.catamaran.watch;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a watch of either kind can set.
 *
 * @param reconcilePeriod time between two passes without an event; empty means the operator's
 *     default
 * @param maxConcurrentReconciles workers, at least 1; empty means the operator's default
 * @param selector which primaries are watched; empty means all
 */
public record Options(
    Optional<Duration> reconcilePeriod, OptionalInt maxConcurrentReconciles, Selector selector) {}
