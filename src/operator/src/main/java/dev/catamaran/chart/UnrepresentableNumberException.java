package dev.catamaran.chart;

/**
 * An integer of the values cannot reach a template unchanged. The message names its path and never
 * the number.
 */
public final class UnrepresentableNumberException extends Exception {

  private final String path;

  UnrepresentableNumberException(String path, String problem) {
    super(path + ": " + problem);
    this.path = path;
  }

  /** Returns the number's path in {@code --set} syntax. */
  public String path() {
    return path;
  }
}
