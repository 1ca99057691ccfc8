package dev.catamaran.project;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.rights.ChartRights;
import java.util.List;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * What is kept of a kind, so that its charts need not be recorded again: a file of the project with
 * a digest of its content. A file that a person, a merge or a disk has changed says nothing.
 *
 * @param definitions of its CRD; at most one
 * @param rights for its charts
 */
record KeptKind(List<Definition> definitions, List<Rights> rights) {
  /** Beside what was generated last ({@link GeneratedText}). */
  static final String FOLDER = ".catamaran/recorded/";

  private static final String ABOUT =
      "Written by `catamaran manifests`. A file with an edit is not used.";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          // Rule has methods with such names.
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * A CRD, whose text is kept as generated last.
   *
   * @param inputs digest ({@link RecordingInputs})
   * @param sha256 digest of the text
   * @param notes for people
   */
  record Definition(String inputs, String sha256, List<String> notes) {
    /** Copies the list. */
    Definition {
      notes = List.copyOf(notes);
    }
  }

  /**
   * Recorded rights.
   *
   * @param inputs digest ({@link RecordingInputs})
   */
  record Rights(String inputs, ChartRights recorded) {}

  private record Content(String about, String sha256, JsonNode kept) {}

  /** Copies the lists. */
  KeptKind {
    definitions = List.copyOf(definitions);
    rights = List.copyOf(rights);
  }

  /** Returns the path of the file for a kind. */
  static String path(ProjectApi api) {
    return FOLDER + "%s_%s.json".formatted(api.apiGroup(), api.plural());
  }

  /** Reads the text of a file; empty if it is not as it was written. */
  static Optional<KeptKind> read(String text) {
    try {
      var content = JSON.readValue(text, Content.class);
      return content != null && content.sha256().equals(sha256(content.kept()))
          ? Optional.ofNullable(JSON.treeToValue(content.kept(), KeptKind.class))
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Returns the text of the file. */
  String text() {
    try {
      var kept = JSON.<JsonNode>valueToTree(this);
      return JSON.writerWithDefaultPrettyPrinter()
              .writeValueAsString(new Content(ABOUT, sha256(kept), kept))
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String sha256(JsonNode kept) throws JsonProcessingException {
    return DigestUtils.sha256Hex(JSON.writeValueAsBytes(kept));
  }
}
