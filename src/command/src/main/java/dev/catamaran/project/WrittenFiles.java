package dev.catamaran.project;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.ManagerException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The files that {@code init} and {@code create} wrote, without the edits of people. A project
 * keeps them in one file, so that no tool for dependencies takes them for a part of the build.
 */
public record WrittenFiles(SortedMap<String, String> texts) {
  public static final String PATH = ".catamaran/written.yaml";

  private static final String ABOUT =
      """
      # Files as `catamaran init` and `catamaran create` wrote them: `catamaran update project` compares them with yours.
      # Commit this file, and do not edit it.
      """;

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  /** Reads what a project keeps; empty if it keeps nothing, as an older one does. */
  public static Optional<WrittenFiles> in(Changes changes) {
    return changes.text(PATH).map(WrittenFiles::read);
  }

  private static WrittenFiles read(String text) {
    var texts = new TreeMap<String, String>();
    try {
      YAML.readTree(text)
          .properties()
          .forEach(file -> texts.put(file.getKey(), file.getValue().asText()));
    } catch (JsonProcessingException e) {
      throw new ManagerException(
          "%s is not as it was written: %s; after a conflict take either side, else restore it"
              .formatted(PATH, e.getOriginalMessage()));
    }
    return new WrittenFiles(texts);
  }

  /**
   * Plans further files of a command, in a project that keeps what was written.
   *
   * @param files plans them, as in the project itself
   */
  public static void addTo(Changes changes, Consumer<Changes> files) {
    in(changes)
        .ifPresent(
            written -> {
              var after = Changes.inMemory(written.texts());
              files.accept(after);
              changes.put(PATH, new WrittenFiles(after.texts()).text());
            });
  }

  public String text() {
    try {
      return ABOUT + YAML.writeValueAsString(texts);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
