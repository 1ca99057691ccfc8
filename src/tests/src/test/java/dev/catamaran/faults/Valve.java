package dev.catamaran.faults;

/** Forwards bytes, or holds them. */
final class Valve {
  private boolean open = true;

  synchronized void open() {
    open = true;
    notifyAll();
  }

  synchronized void close() {
    open = false;
  }

  /** Waits until the valve is open. */
  synchronized void await() throws InterruptedException {
    while (!open) {
      wait();
    }
  }
}
