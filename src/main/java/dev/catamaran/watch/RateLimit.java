package dev.catamaran.watch;

import java.time.Duration;

/**
 * How often one primary is looked at, at most.
 *
 * @param passes at least 1
 * @param per in any stretch of that length, more than no time
 */
public record RateLimit(int passes, Duration per) {}
