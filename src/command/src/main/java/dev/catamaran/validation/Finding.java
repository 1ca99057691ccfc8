package dev.catamaran.validation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Comparator;

/**
 * One problem of a project.
 *
 * @param line counted from 1; 0 if it concerns no single line
 */
@JsonPropertyOrder({"severity", "rule", "file", "line", "message", "hint"})
public record Finding(CheckRule rule, String file, int line, String message, String hint) {
  /** By file and line. */
  static final Comparator<Finding> ORDER =
      Comparator.comparing(Finding::file)
          .thenComparingInt(Finding::line)
          .thenComparing(Finding::message);

  static Finding of(CheckRule rule, String file, int line, String message) {
    return new Finding(rule, file, line, message, rule.remedy());
  }

  boolean isError() {
    return rule.severity() == CheckRule.Severity.ERROR;
  }

  @JsonProperty
  String severity() {
    return rule.severity().word();
  }

  public String text() {
    var place = line > 0 ? file + ":" + line : file;
    var advice = hint.isEmpty() ? "" : "; " + hint;
    return place + ": " + severity() + ": " + message + advice;
  }
}
