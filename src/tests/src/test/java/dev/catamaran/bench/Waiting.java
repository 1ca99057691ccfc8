package dev.catamaran.bench;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Waits that no event ends early. */
final class Waiting {
  private Waiting() {}

  /** Returns after this time, which a measurement needs. */
  static void pass(Duration time) {
    try {
      boolean isOver = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
      assert !isOver;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The result of a task; throws what the task threw. */
  static <T> T get(Future<T> task) {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }
}
