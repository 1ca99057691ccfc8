package dev.catamaran.yaml;

/**
 * A text is not YAML, or YAML that we refuse. The message says what is wrong, without the place.
 */
public final class InvalidYamlException extends Exception {

  private final int line;
  private final int column;

  /** At that place, both counted from 1. */
  public InvalidYamlException(int line, int column, String problem) {
    super(problem);
    this.line = line;
    this.column = column;
  }

  /** Counts from 1. */
  public int line() {
    return line;
  }

  /** Counts from 1. */
  public int column() {
    return column;
  }

  /** What is wrong, without the place. */
  public String problem() {
    return String.valueOf(getMessage());
  }
}
