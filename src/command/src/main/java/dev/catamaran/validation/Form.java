package dev.catamaran.validation;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/** Form of a report. Pure. */
public enum Form {
  /** For people. */
  TEXT,
  /** A list of findings, for programs. */
  JSON;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  /** A finding in JSON. */
  @JsonPropertyOrder({"severity", "rule", "file", "line", "message", "hint"})
  private record Item(
      String severity, String rule, String file, int line, String message, String hint) {
    static Item of(Finding finding) {
      return new Item(
          finding.rule().severity().word(),
          finding.rule().id(),
          finding.file(),
          finding.line(),
          finding.message(),
          finding.hint());
    }
  }

  /** Returns the report in this form, without a line break at the end. */
  public String of(Report report) {
    return switch (this) {
      case TEXT -> String.join("\n", report.lines());
      case JSON -> written(report.findings().stream().map(Item::of).toList());
    };
  }

  private static String written(List<Item> items) {
    try {
      return MAPPER.writeValueAsString(items);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
