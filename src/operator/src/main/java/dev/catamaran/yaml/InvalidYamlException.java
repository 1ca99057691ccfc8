package dev.catamaran.yaml;

/**
 * A text is not YAML, or is YAML that the operator refuses. The message describes the problem,
 * without the position.
 */
public final class InvalidYamlException extends Exception {

  private final int line;
  private final int column;

  public InvalidYamlException(int line, int column, String problem) {
    super(problem);
    this.line = line;
    this.column = column;
  }

  /** Returns the line, counted from 1. */
  public int line() {
    return line;
  }

  /** Returns the column, counted from 1. */
  public int column() {
    return column;
  }

  public String problem() {
    return String.valueOf(getMessage());
  }
}
