package dev.catamaran.manifest;

/** The manifest of a stored revision is not YAML, or YAML that we refuse. */
public final class UnreadableManifestException extends RuntimeException {
  private final String problem;

  /** At that place, both counted from 1. The problem quotes nothing of the text. */
  UnreadableManifestException(int line, int column, String problem) {
    super("line %d, column %d: %s".formatted(line, column, problem));
    this.problem = "line %d, column %d: %s".formatted(line, column, problem);
  }

  /** What is wrong, and where in the manifest. */
  public String problem() {
    return problem;
  }
}
