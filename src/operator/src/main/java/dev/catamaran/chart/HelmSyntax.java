package dev.catamaran.chart;

/** Port to the texts that Helm reads itself. */
public interface HelmSyntax {

  /** A template cannot be evaluated. The message may quote it. */
  final class FailedException extends Exception {
    public FailedException(String message) {
      super(message);
    }
  }

  /**
   * Evaluates a template of Go's text/template without data, with the functions of slim-sprig that
   * have the same result at each start.
   *
   * @throws FailedException if the template is invalid, or one of its functions fails
   */
  String evaluate(String template) throws FailedException;

  /**
   * Returns whether a text is a version or a range of versions. The default accepts every text, for
   * a reader that only looks.
   */
  default boolean isVersion(String text) {
    return true;
  }
}
