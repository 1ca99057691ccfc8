package dev.catamaran.chart;

/**
 * A chart is unavailable at present; the message is a sentence with the reason, without secrets.
 */
public final class ChartUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  public ChartUnavailableException(String problem) {
    super(problem);
  }

  public String problem() {
    return String.valueOf(getMessage());
  }
}
