package dev.catamaran.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;
import java.util.function.Supplier;

/** Form of the output. Pure. */
public enum Output {
  /** For people. */
  TEXT,
  /** For people, with more columns. */
  WIDE,
  JSON,
  YAML;

  private static final ObjectMapper AS_JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final ObjectMapper AS_YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  /** Whether programs read it. */
  public boolean isData() {
    return this == JSON || this == YAML;
  }

  /**
   * Returns the text of a record in this form, without a line break at the end.
   *
   * @param lines the form for people
   */
  public String of(Object data, Supplier<List<String>> lines) {
    try {
      return switch (this) {
        case TEXT, WIDE -> String.join("\n", lines.get());
        case JSON -> AS_JSON.writeValueAsString(data);
        case YAML -> AS_YAML.writeValueAsString(data).stripTrailing();
      };
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record could not be written", e);
    }
  }
}
