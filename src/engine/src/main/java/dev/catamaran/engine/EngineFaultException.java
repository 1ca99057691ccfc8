package dev.catamaran.engine;

/** A request failed; the message is that of the fault. */
public final class EngineFaultException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient EngineFault fault;

  EngineFaultException(EngineFault fault) {
    super(fault.message());
    this.fault = fault;
  }

  public EngineFault fault() {
    return fault;
  }
}
