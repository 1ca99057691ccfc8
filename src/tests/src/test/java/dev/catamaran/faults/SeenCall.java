package dev.catamaran.faults;

import java.util.Optional;

/**
 * A request that came to the proxy.
 *
 * @param nanoTime when
 * @param fault what became of it; empty if it was carried as any other
 */
public record SeenCall(long nanoTime, Call call, Optional<Fault> fault) {}
