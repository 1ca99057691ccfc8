package dev.catamaran.chart;

/** Port to Go's text/template with the functions of sprig. */
public interface TextTemplates {

  /** A template cannot be evaluated. The message may quote it. */
  final class FailedException extends Exception {
    public FailedException(String message) {
      super(message);
    }
  }

  /**
   * Evaluates a template without any data.
   *
   * @throws FailedException if it is none, or one of its functions fails
   */
  String evaluate(String template) throws FailedException;
}
