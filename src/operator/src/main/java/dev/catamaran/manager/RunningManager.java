package dev.catamaran.manager;

/** A running manager in a process with other work. */
public final class RunningManager implements AutoCloseable {
  private final Manager manager;
  private final ManagerSupply supply;

  RunningManager(Manager manager, ManagerSupply supply) {
    this.manager = manager;
    this.supply = supply;
  }

  /** Stops the manager. Returns when running passes are done or their time is over. */
  @Override
  public void close() {
    supply.files().close();
    var unused = manager.stop();
    supply.close();
  }
}
