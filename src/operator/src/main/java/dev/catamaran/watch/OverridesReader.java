package dev.catamaran.watch;

import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.yaml.Marked;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads overrideValues: expands the environment, evaluates templates, and checks that Helm accepts
 * each override.
 */
record OverridesReader(
    Fields fields, Expansion expansion, HelmSyntax templates, OverrideTyping typing) {

  private static final String FIELD = "overrideValues";
  private static final String HINT =
      "use functions of text/template and slim-sprig that have the same result at each start, and"
          + " ${VAR} for the environment";

  /**
   * What the field says.
   *
   * @param values by path
   * @param variables what comes from the environment: variables, and the texts that contain them
   */
  record Overrides(Map<String, String> values, Set<String> variables) {}

  Overrides read() {
    var overrides = new Overrides(new LinkedHashMap<>(), new HashSet<>());
    fields.entries(FIELD).forEach(override -> read(override, overrides));
    overrides.variables().removeIf(String::isBlank);
    return overrides;
  }

  private void read(Marked.Entry override, Overrides overrides) {
    var scalar = (Marked.Scalar) override.value();
    if (scalar.isNull() && typing == OverrideTyping.STRING) {
      report(override, "null would become a string", "remove overrideTyping: string, or the key");
      return;
    }
    var written = text(scalar);
    var variables = expansion.variablesIn(written);
    overrides.variables().addAll(variables);
    expand(override, written)
        .flatMap(expanded -> evaluate(override, written, expanded))
        .filter(text -> isUsable(override, text))
        .ifPresent(
            text -> {
              overrides.values().put(override.key(), text);
              if (!variables.isEmpty()) {
                overrides.variables().add(text);
              }
            });
  }

  private Optional<String> expand(Marked.Entry override, String written) {
    try {
      return Optional.of(expansion.expand(written));
    } catch (IllegalArgumentException e) {
      var hint = "set it in the operator's environment, or write $$ for a dollar sign";
      report(override, String.valueOf(e.getMessage()), hint);
      return Optional.empty();
    }
  }

  /** Returns a scalar as text for Helm: booleans and null as JSON words, the rest as written. */
  private static String text(Marked.Scalar scalar) {
    return switch (scalar.type()) {
      case BOOLEAN -> String.valueOf(Fields.isTrue(scalar.text()));
      case NULL -> "null";
      case STRING, INTEGER, FLOAT -> scalar.text();
    };
  }

  /** Evaluates a template. A variable may be secret, so no message quotes its value. */
  private Optional<String> evaluate(Marked.Entry override, String written, String expanded) {
    if (!expanded.contains("{{")) {
      return Optional.of(expanded);
    }
    try {
      return Optional.of(templates.evaluate(expanded));
    } catch (HelmSyntax.FailedException e) {
      var why = written.equals(expanded) ? e.getMessage() : "with the variables put in";
      report(override, "the template cannot be evaluated: " + why, HINT);
      return Optional.empty();
    }
  }

  private boolean isUsable(Marked.Entry override, String text) {
    try {
      ValueOverride.parse(override.key(), text, typing);
      return true;
    } catch (InvalidOverrideException e) {
      fields.problem(override.line(), path(override), FIELD + ": " + e.getMessage(), "");
      return false;
    }
  }

  private void report(Marked.Entry override, String problem, String hint) {
    var sentence = FIELD + ": key " + override.key() + ": " + problem;
    fields.problem(override.line(), path(override), sentence, hint);
  }

  private static String path(Marked.Entry override) {
    return FIELD + "." + override.key();
  }

  /**
   * Expands <code>${VAR}</code> and {@code $VAR} by the rules of Go's os.ExpandEnv. A name is
   * letters, digits and underscores, or one special character such as {@code 1} or {@code ?}. A
   * dollar sign before anything else stays.
   *
   * <p>Two rules differ, because Go silently inserts nothing: an unset variable and an unfinished
   * <code>${</code> are errors, and {@code $$} is a dollar sign.
   */
  record Expansion(Map<String, String> environment) {

    private static final Pattern REFERENCE =
        Pattern.compile(
            "\\$(?:(?<dollar>\\$)|\\{(?<braced>[^}]*)(?<end>}?)|(?<plain>[*#@!?0-9-]|[A-Za-z_][A-Za-z0-9_]*))");

    /**
     * Returns the text with the variables put in.
     *
     * @throws IllegalArgumentException if that is impossible; it names the variable, and no value
     */
    String expand(String text) {
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

    private String value(MatchResult reference) {
      if (reference.group("dollar") != null) {
        return "$";
      }
      var braced = reference.group("braced");
      if (braced != null && (braced.isEmpty() || reference.group("end").isEmpty())) {
        throw new IllegalArgumentException(
            "column " + (reference.start() + 1) + ": ${ needs a name and a closing }");
      }
      var name = braced == null ? reference.group("plain") : braced;
      var value = environment.get(name);
      if (value == null) {
        throw new IllegalArgumentException("${" + name + "} is not set");
      }
      return value;
    }
  }
}
