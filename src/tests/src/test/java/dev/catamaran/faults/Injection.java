package dev.catamaran.faults;

import java.util.Random;

/** An active fault; closing it ends it. */
public final class Injection implements AutoCloseable {
  private final Fault fault;
  private final Calls calls;
  private final Random chance;
  private int count;
  private boolean closed;

  Injection(Fault fault, Calls calls) {
    this.fault = fault;
    this.calls = calls;
    this.chance = new Random(calls.seed());
  }

  Fault fault() {
    return fault;
  }

  /** Whether the fault applies to this request; if so, counts it. */
  synchronized boolean takes(Call call) {
    boolean taken =
        !closed
            && count < calls.times()
            && calls.include(call)
            && chance.nextDouble() < calls.probability();
    if (taken) {
      count++;
    }
    return taken;
  }

  /** The number of requests with this fault. */
  public synchronized int count() {
    return count;
  }

  @Override
  public String toString() {
    return fault + " at " + calls;
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
