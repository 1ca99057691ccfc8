package dev.catamaran.release;

import java.time.Instant;
import java.util.Optional;

/**
 * All that the next step is decided on.
 *
 * @param state what was seen of the release
 * @param holdUntil until when this same input is not to be tried again after failures; empty if it
 *     may be tried now
 */
public record Observation(ReleaseState state, Optional<Instant> holdUntil) {}
