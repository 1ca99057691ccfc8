package dev.catamaran.engine;

import java.time.Instant;

/**
 * A part of the work on a request.
 *
 * @param name one of few words, such as {@code store} or {@code hook}
 */
public record EngineStep(String name, Instant began, Instant ended) {}
