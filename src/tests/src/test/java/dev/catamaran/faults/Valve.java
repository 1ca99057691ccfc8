package dev.catamaran.faults;

/** Lets bytes pass, or holds them. */
final class Valve {
  private boolean open = true;

  synchronized void open() {
    open = true;
    notifyAll();
  }

  synchronized void close() {
    open = false;
  }

  /** Returns when bytes may pass. */
  synchronized void await() throws InterruptedException {
    while (!open) {
      wait();
    }
  }
}
