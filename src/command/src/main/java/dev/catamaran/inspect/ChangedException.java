package dev.catamaran.inspect;

/** A person has decided by a state that is not the present one. Nothing was written. */
public final class ChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ChangedException(String what) {
    super(what + " has changed since you saw it, so nothing was done");
  }
}
