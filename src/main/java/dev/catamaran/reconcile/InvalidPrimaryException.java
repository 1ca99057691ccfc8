package dev.catamaran.reconcile;

/** A primary asks for something that no release can be made of; only a change by a person helps. */
final class InvalidPrimaryException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String problem;

  InvalidPrimaryException(String problem) {
    super(problem);
    this.problem = problem;
  }

  String problem() {
    return problem;
  }
}
