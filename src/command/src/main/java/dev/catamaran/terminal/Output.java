package dev.catamaran.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
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
      YAMLMapper.builder(YAMLFactory.builder().stringQuotingChecker(new QuotedTimes()).build())
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  /** Many readers take a bare time for a time, and not for a text (YAML 1.1, timestamp). */
  private static final class QuotedTimes extends StringQuotingChecker.Default {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean needToQuoteValue(String value) {
      return super.needToQuoteValue(value) || Age.instant(value).isPresent();
    }
  }

  /** Whether programs read it. */
  public boolean isData() {
    return this == JSON || this == YAML;
  }

  /** Returns the text of a record in this form, without a line break at the end. */
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
