package dev.catamaran.faults;

import java.util.Optional;

/**
 * A request to the proxy.
 *
 * @param nanoTime of its arrival
 * @param fault the applied fault; empty for none
 */
public record SeenCall(long nanoTime, Call call, Optional<Fault> fault) {}
