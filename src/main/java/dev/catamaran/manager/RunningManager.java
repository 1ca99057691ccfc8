package dev.catamaran.manager;

/** A manager at work in a process that has other things to do. */
public final class RunningManager implements AutoCloseable {
  private final Manager manager;
  private final ManagerSupply supply;

  RunningManager(Manager manager, ManagerSupply supply) {
    this.manager = manager;
    this.supply = supply;
  }

  /** Stops it, and returns when running passes are done or their time is over. */
  @Override
  public void close() {
    supply.files().close();
    var unused = manager.stop();
    supply.close();
  }
}
