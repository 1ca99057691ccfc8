package dev.catamaran.importing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.InvalidOverrideException;
import dev.catamaran.chart.InvalidValuesFileException;
import dev.catamaran.chart.OverrideTyping;
import dev.catamaran.chart.SetSyntax;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.Values;
import dev.catamaran.chart.YamlValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/**
 * The values with which Argo CD renders the chart of an Application: value files, then {@code
 * valuesObject} or {@code values}, then parameters (its util/helm/cmd.go).
 *
 * @param notes which files are missing in them
 */
record ApplicationValues(Values values, List<String> notes) {

  /**
   * Reads them.
   *
   * @param chart folder of the chart, which may have value files
   * @param others files in place of those that only Argo CD can read, lowest precedence first
   * @throws ManagerException if a file, a value or a parameter cannot be read
   */
  static ApplicationValues of(ApplicationSpec application, Path chart, List<Path> others) {
    var notes = new ArrayList<String>();
    var values = Values.empty();
    for (var named : application.helm().path("valueFiles")) {
      var file = chart.resolve(named.asText().replaceFirst("^/+", "")).normalize();
      if (file.startsWith(chart) && Files.isRegularFile(file)) {
        values = values.merge(read(text(file), named.asText()));
      } else if (others.isEmpty()
          && !application.helm().path("ignoreMissingValueFiles").asBoolean()) {
        notes.add(
            "its value file %s is not in the chart, so its values are missing, and the takeover would change objects: name a copy with --values"
                .formatted(named.asText()));
      }
    }
    for (var file : others) {
      values = values.merge(read(text(file), file.toString()));
    }
    var helm = application.helm();
    values =
        values.merge(
            helm.path("valuesObject").isObject()
                ? Values.of(helm.path("valuesObject"))
                : read(helm.path("values").asText(""), "spec.source.helm.values"));
    return new ApplicationValues(withParameters(values, application), notes);
  }

  private static Values withParameters(Values values, ApplicationSpec application) {
    var typed = new ArrayList<ValueOverride>();
    var texts = new ArrayList<ValueOverride>();
    for (var parameter : application.helm().path("parameters")) {
      boolean isText = parameter.path("forceString").asBoolean();
      (isText ? texts : typed)
          .add(
              parsed(
                  parameter, isText ? OverrideTyping.STRING : OverrideTyping.TYPED, application));
    }
    typed.addAll(texts);
    try {
      return values.with(typed);
    } catch (InvalidOverrideException e) {
      throw refused(application, e);
    }
  }

  private static ValueOverride parsed(
      JsonNode parameter, OverrideTyping typing, ApplicationSpec application) {
    try {
      return SetSyntax.parse(
          parameter.path("name").asText(),
          escaped(withEnvironment(parameter.path("value").asText(""), application)),
          typing);
    } catch (InvalidOverrideException e) {
      throw refused(application, e);
    }
  }

  private static ManagerException refused(ApplicationSpec application, Exception e) {
    return new ManagerException(
        "Application %s, spec.source.helm.parameters: %s"
            .formatted(application.title(), e.getMessage()));
  }

  /** Argo CD escapes commas, except in a list (cleanSetParameters in its util/helm/cmd.go). */
  static String escaped(String value) {
    return value.startsWith("{") && value.endsWith("}")
        ? value
        : value.replaceAll("(?<!\\\\),", "\\\\,");
  }

  /** Those of Argo CD's build environment that are known here. */
  private static String withEnvironment(String value, ApplicationSpec application) {
    var environment =
        Map.of(
            "ARGOCD_APP_NAMESPACE", application.release().namespace(),
            "ARGOCD_APP_NAME", application.tracked(),
            "ARGOCD_APP_REVISION", application.version());
    var replaced = value;
    for (var each : environment.entrySet()) {
      replaced =
          replaced
              .replace("${" + each.getKey() + "}", each.getValue())
              .replaceAll(
                  "\\$" + each.getKey() + "(?![A-Za-z0-9_])",
                  Matcher.quoteReplacement(each.getValue()));
    }
    return replaced;
  }

  private static Values read(String text, String where) {
    try {
      return YamlValues.read(text);
    } catch (InvalidValuesFileException e) {
      throw new ManagerException(where + ": " + e.getMessage());
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ManagerException("%s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }
}
