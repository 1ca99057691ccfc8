package dev.catamaran.bench;

/** The reason why a phase of a contender has no figures. */
final class PhaseFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PhaseFailure(String reason) {
    super(reason);
  }
}
