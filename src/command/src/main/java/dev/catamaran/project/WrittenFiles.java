package dev.catamaran.project;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.api.ManagerException;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The files that {@code init} and {@code create} wrote, without the edits of people. A project
 * keeps them in one file, so that no tool for dependencies takes them for a part of the build. A
 * text that somebody changed there says nothing: its digest does not fit.
 *
 * @param texts by their paths in the project
 * @param changed paths of the texts that somebody changed
 */
record WrittenFiles(SortedMap<String, String> texts, Set<String> changed) {
  static final String PATH = ".catamaran/written.yaml";

  private static final String ABOUT =
      """
      # Files as `catamaran init` and `catamaran create` wrote them: `catamaran upgrade` compares them with yours.
      # Commit this file, and do not edit it.
      """;

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  /** Copies the collections. */
  WrittenFiles {
    texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
    changed = Set.copyOf(changed);
  }

  /** Makes files that nobody has changed. */
  WrittenFiles(SortedMap<String, String> texts) {
    this(texts, Set.of());
  }

  /**
   * Reads what a project keeps; empty if it keeps nothing, as an older one does.
   *
   * @throws ManagerException if it is no YAML, such as after a conflict of versions
   */
  static Optional<WrittenFiles> in(Changes changes) {
    return changes.text(PATH).map(WrittenFiles::read);
  }

  private static WrittenFiles read(String text) {
    var texts = new TreeMap<String, String>();
    var changed = new TreeSet<String>();
    try {
      YAML.readTree(text)
          .properties()
          .forEach(
              file -> {
                var written = file.getValue().path("text").asText();
                if (DigestUtils.sha256Hex(written)
                    .equals(file.getValue().path("sha256").asText())) {
                  texts.put(file.getKey(), written);
                } else {
                  changed.add(file.getKey());
                }
              });
    } catch (JsonProcessingException e) {
      throw new ManagerException(
          "%s is not as it was written: %s; after a conflict take either side, else restore it"
              .formatted(PATH, e.getOriginalMessage()));
    }
    return new WrittenFiles(texts, changed);
  }

  /** Whether the file is one of those that were written. */
  boolean names(String path) {
    return texts.containsKey(path) || changed.contains(path);
  }

  /**
   * Plans further files of a command, in a project that keeps what was written.
   *
   * @param files plans them, as in the project itself
   */
  static void addTo(Changes changes, Consumer<Changes> files) {
    in(changes)
        .ifPresent(
            written -> {
              var after = Changes.inMemory(written.texts());
              files.accept(after);
              changes.put(PATH, new WrittenFiles(after.texts()).text());
            });
  }

  /** Returns the text of the file. */
  String text() {
    var files = YAML.createObjectNode();
    texts.forEach(
        (path, text) ->
            files.putObject(path).put("sha256", DigestUtils.sha256Hex(text)).put("text", text));
    try {
      return ABOUT + YAML.writeValueAsString(files);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
