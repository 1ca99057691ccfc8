package dev.catamaran.watch;

import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.OverrideTyping;
import dev.catamaran.chart.SetSyntax;
import dev.catamaran.yaml.Marked;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads overrideValues: expands the environment and checks that Helm will understand each. */
record OverridesReader(Fields fields, Expansion expansion, OverrideTyping typing) {

  private static final String FIELD = "overrideValues";

  Map<String, String> read() {
    var overrides = new LinkedHashMap<String, String>();
    fields
        .present(FIELD)
        .ifPresent(
            found -> {
              if (found.value() instanceof Marked.Mapping mapping) {
                fields.checkRepeated(FIELD + ".", mapping);
                mapping.entries().forEach(override -> read(override, overrides));
              } else {
                fields.problem(
                    FIELD, found.line(), FIELD + ": must be a mapping", "write key: value lines");
              }
            });
    return overrides;
  }

  private void read(Marked.Entry override, Map<String, String> overrides) {
    if (!(override.value() instanceof Marked.Scalar scalar)) {
      report(
          override,
          "must be a string",
          "write a path for each value, e.g. " + override.key() + ".name");
      return;
    }
    if (scalar.isNull() && typing == OverrideTyping.STRING) {
      report(override, "null would become a string", "remove overrideTyping: string, or the key");
      return;
    }
    try {
      var text = expansion.expand(Words.text(scalar));
      if (isUsable(override, text)) {
        overrides.put(override.key(), text);
      }
    } catch (Expansion.ImpossibleException e) {
      report(
          override,
          e.problem(),
          "set it in the operator's environment, or write $$ for a dollar sign");
    }
  }

  private boolean isUsable(Marked.Entry override, String text) {
    int template = text.indexOf("{{");
    if (template >= 0) {
      report(
          override,
          "column " + (template + 1) + ": {{ }} is not evaluated in this release",
          "write the value, or take it from a variable");
      return false;
    }
    try {
      SetSyntax.parse(override.key(), text, typing);
      return true;
    } catch (InvalidOverrideException e) {
      fields.problem(path(override), override.line(), FIELD + ": " + e.getMessage(), "");
      return false;
    }
  }

  private void report(Marked.Entry override, String problem, String hint) {
    var sentence = FIELD + ": key " + override.key() + ": " + problem;
    fields.problem(path(override), override.line(), sentence, hint);
  }

  private static String path(Marked.Entry override) {
    return FIELD + "." + override.key();
  }
}
