package dev.catamaran.manifest;

/** The manifest of a stored revision is not YAML, or is YAML that the reader refuses. */
public final class UnreadableManifestException extends RuntimeException {
  private final String problem;

  /** Names a place, both numbers counted from 1. The problem quotes nothing of the text. */
  UnreadableManifestException(int line, int column, String problem) {
    super("line %d, column %d: %s".formatted(line, column, problem));
    this.problem = "line %d, column %d: %s".formatted(line, column, problem);
  }

  public String problem() {
    return problem;
  }
}
