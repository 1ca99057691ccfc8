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
   * Evaluates a template without data.
   *
   * @throws FailedException if the template is invalid, or one of its functions fails
   */
  String evaluate(String template) throws FailedException;
}
