package dev.catamaran.distribution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Manifests as trees and as texts. */
final class Yaml {
  static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  private Yaml() {}

  /** Returns the documents of a text that are not empty. */
  static List<JsonNode> read(String text) {
    var documents = new ArrayList<JsonNode>();
    // A mapper that reads values one by one would take a list for several of them.
    try (var parser = MAPPER.createParser(text)) {
      while (parser.nextToken() != null) {
        JsonNode document = MAPPER.readTree(parser);
        if (document.isContainerNode()) {
          documents.add(document);
        }
      }
      return documents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(JsonNode tree) {
    try {
      return MAPPER.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
