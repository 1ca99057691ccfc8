package dev.catamaran.watch;

import java.time.Duration;

/**
 * Maximum rate of passes over one primary.
 *
 * @param passes at least 1
 * @param per the period of the limit; positive
 */
public record RateLimit(int passes, Duration per) {}
