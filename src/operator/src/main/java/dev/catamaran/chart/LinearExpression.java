package dev.catamaran.chart;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.SchemaException;
import com.networknt.schema.regex.RegularExpression;

/**
 * A regular expression of a schema in the syntax of Go's regexp, as in Helm. It takes time linear
 * in the text: with Java's own expressions, a value of forty letters could block a worker for
 * hours.
 */
record LinearExpression(Pattern pattern) implements RegularExpression {

  /**
   * Compiles an expression.
   *
   * @throws SchemaException if it is invalid in Go, for example because of lookahead
   */
  static LinearExpression of(String expression) {
    try {
      return new LinearExpression(Pattern.compile(expression));
    } catch (PatternSyntaxException e) {
      throw new SchemaException(
          "\"%s\" is no regular expression to Go: %s".formatted(expression, e.getDescription()));
    }
  }

  @Override
  public boolean matches(String text) {
    return pattern.matcher(text).find();
  }
}
