package dev.catamaran.manager;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running manager in a process with other work. */
public final class RunningManager implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RunningManager.class);

  private final Manager manager;
  private final ManagerSupply supply;

  RunningManager(Manager manager, ManagerSupply supply) {
    this.manager = manager;
    this.supply = supply;
  }

  /**
   * Returns how many passes over primaries of this kind have ended, as the metric {@code
   * catamaran_passes_total} does.
   */
  public long passes(String kind) {
    return manager.meters().passes(kind);
  }

  /**
   * Stops the manager. Returns when running passes are done or their time is over. A Helm call that
   * takes longer is ended. A periodic task that takes longer keeps the lease: it is given up in the
   * background, when the task has ended.
   */
  @Override
  public void close() {
    supply.files().close();
    if (manager.stop()) {
      supply.close();
    } else {
      log.warn("A periodic task still runs; the lease is kept until it has ended");
      Thread.ofPlatform().name("stop").daemon().start(this::finish);
    }
  }

  private void finish() {
    try {
      manager.finishWhenIdle();
      supply.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
