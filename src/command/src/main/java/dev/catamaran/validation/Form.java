package dev.catamaran.validation;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.stream.Stream;

/** Form of a report. Pure. */
public enum Form {
  /** For people. */
  TEXT,
  /** A list of findings. */
  JSON,
  /** For programs that show findings beside the code: SARIF 2.1.0. */
  SARIF;

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
      case JSON -> written(MAPPER.valueToTree(report.findings().stream().map(Item::of).toList()));
      case SARIF -> sarif(report);
    };
  }

  private static String sarif(Report report) {
    var rules =
        Stream.of(CheckRule.values())
            .map(
                rule ->
                    new Sarif.Rule(
                        rule.id(), rule.meaning(), rule.remedy(), rule.severity().word()))
            .toList();
    var results =
        Stream.concat(
                report.findings().stream().map(finding -> result(finding, false)),
                report.ignored().stream().map(finding -> result(finding, true)))
            .toList();
    return new Sarif("catamaran validate", rules).of(results);
  }

  private static Sarif.Result result(Finding finding, boolean isSuppressed) {
    var hint = finding.hint().isEmpty() ? "" : "; " + finding.hint();
    return new Sarif.Result(
        finding.rule().id(),
        finding.message() + hint,
        finding.file(),
        finding.line(),
        isSuppressed);
  }

  private static String written(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
