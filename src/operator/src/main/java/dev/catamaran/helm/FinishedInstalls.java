package dev.catamaran.helm;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Ends what helm-java leaves of each installation: a goroutine that waits for a signal to cancel
 * the installation, and waits on when it is finished (helm-java, native/internal/helm/install.go,
 * no {@code defer cancel()}). They take about 5 KB each; with tens of thousands, Go would collect
 * garbage most of the time. The signal ends them all. It also cancels the installations that run,
 * so it is sent while none runs.
 */
final class FinishedInstalls {
  /** Of the process, as the native library is. */
  static final FinishedInstalls OF_PROCESS =
      new FinishedInstalls(500, Duration.ofSeconds(5), GoSignals::quit);

  /** A signal that ends what is left, and cancels what runs. */
  @FunctionalInterface
  interface Signal {
    void send() throws InterruptedException;
  }

  private final int many;
  private final Duration patience;
  private final Signal signal;

  /** Installations share it; the signal is sent by its only holder. */
  private final ReadWriteLock running = new ReentrantReadWriteLock();

  private final AtomicInteger finished = new AtomicInteger();

  /**
   * Sends a signal from time to time.
   *
   * @param many after so many installations
   * @param patience for how long new installations wait until those that run have finished. If they
   *     have not, the signal is due again after {@code many} more
   */
  FinishedInstalls(int many, Duration patience, Signal signal) {
    this.many = many;
    this.patience = patience;
    this.signal = signal;
  }

  /** Runs an installation. */
  void run(Runnable installation) {
    running.readLock().lock();
    try {
      installation.run();
    } finally {
      running.readLock().unlock();
      if (finished.incrementAndGet() % many == 0) {
        end();
      }
    }
  }

  private void end() {
    try {
      if (running.writeLock().tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          signal.send();
        } finally {
          running.writeLock().unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
