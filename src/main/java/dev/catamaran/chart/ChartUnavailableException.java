package dev.catamaran.chart;

/** A chart cannot be had at present; the message is a sentence that says why, without secrets. */
public final class ChartUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a sentence for people. */
  public ChartUnavailableException(String problem) {
    super(problem);
  }

  /** The sentence. */
  public String problem() {
    return String.valueOf(getMessage());
  }
}
