package dev.catamaran.watch;

import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.OverrideTyping;
import dev.catamaran.chart.SetSyntax;
import dev.catamaran.yaml.Marked;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads overrideValues: expands the environment, evaluates templates, and checks that Helm accepts
 * each override.
 */
record OverridesReader(
    Fields fields, Expansion expansion, HelmSyntax templates, OverrideTyping typing) {

  private static final String FIELD = "overrideValues";
  private static final String HINT =
      "use functions of text/template and slim-sprig that have the same result at each start, and ${VAR} for the environment";

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
    try {
      var written = text(scalar);
      var variables = expansion.variablesIn(written);
      overrides.variables().addAll(variables);
      evaluate(override, written, expansion.expand(written))
          .filter(text -> isUsable(override, text))
          .ifPresent(
              text -> {
                overrides.values().put(override.key(), text);
                if (!variables.isEmpty()) {
                  overrides.variables().add(text);
                }
              });
    } catch (Expansion.ImpossibleException e) {
      report(
          override,
          e.problem(),
          "set it in the operator's environment, or write $$ for a dollar sign");
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
      SetSyntax.parse(override.key(), text, typing);
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
}
