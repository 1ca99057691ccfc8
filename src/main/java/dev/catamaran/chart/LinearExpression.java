package dev.catamaran.chart;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.SchemaException;
import com.networknt.schema.regex.RegularExpression;

/**
 * A regular expression of a schema, in the syntax of Go's regexp, which is what Helm compiles it
 * with. It takes time linear in the text: Java's own would let a value of forty letters hold a
 * worker for hours.
 */
record LinearExpression(Pattern pattern) implements RegularExpression {

  /**
   * Compiles it.
   *
   * @throws SchemaException if it is none to Go, such as one that looks ahead
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
