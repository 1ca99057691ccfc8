package dev.catamaran.watch;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Expands <code>${VAR}</code> and {@code $VAR} by the rules of Go's os.ExpandEnv. A name is
 * letters, digits and underscores, or one special character such as {@code 1} or {@code ?}. A
 * dollar sign before anything else stays.
 *
 * <p>Two rules differ, because Go silently inserts nothing: an unset variable and an unfinished
 * <code>${</code> are errors, and {@code $$} is a dollar sign.
 */
record Expansion(Map<String, String> environment) {

  /** A text cannot be expanded. The message names the variable and contains no value. */
  static final class ImpossibleException extends Exception {
    ImpossibleException(String problem) {
      super(problem);
    }

    String problem() {
      return String.valueOf(getMessage());
    }
  }

  private static final Pattern REFERENCE =
      Pattern.compile(
          "\\$(?:(?<dollar>\\$)|\\{(?<braced>[^}]*)(?<end>}?)|(?<plain>[*#@!?0-9-]|[A-Za-z_][A-Za-z0-9_]*))");

  String expand(String text) throws ImpossibleException {
    var references = REFERENCE.matcher(text);
    var expanded = new StringBuilder();
    while (references.find()) {
      references.appendReplacement(
          expanded, Matcher.quoteReplacement(value(references.toMatchResult())));
    }
    return references.appendTail(expanded).toString();
  }

  /** Returns the values of the set variables that {@code text} names. */
  Set<String> variablesIn(String text) {
    return REFERENCE
        .matcher(text)
        .results()
        .flatMap(found -> Stream.of("braced", "plain").map(found::group).filter(Objects::nonNull))
        .map(environment::get)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  private String value(MatchResult reference) throws ImpossibleException {
    if (reference.group("dollar") != null) {
      return "$";
    }
    var braced = reference.group("braced");
    if (braced != null && (braced.isEmpty() || reference.group("end").isEmpty())) {
      throw new ImpossibleException(
          "column " + (reference.start() + 1) + ": ${ needs a name and a closing }");
    }
    var name = braced == null ? reference.group("plain") : braced;
    var value = environment.get(name);
    if (value == null) {
      throw new ImpossibleException("${" + name + "} is not set");
    }
    return value;
  }
}
