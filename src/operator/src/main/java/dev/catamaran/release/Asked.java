package dev.catamaran.release;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * What a chart's templates asked of {@code .Capabilities} while they were rendered, and what the
 * cluster answered. The engine records it (src/engine/release/asked.go). Pure.
 *
 * @param answers for each question: a version of Kubernetes for {@link #VERSION}, a digest for
 *     {@link #LIST}, or whether an API is served for its name
 */
public record Asked(SortedMap<String, String> answers) {
  /** The question for the version of Kubernetes. */
  public static final String VERSION = "KubeVersion";

  /** The question for all APIs. */
  public static final String LIST = "APIVersions";

  /** Templates that asked nothing. */
  public static final Asked NOTHING = new Asked(new TreeMap<>());

  /** More than the engine records. */
  private static final int MOST = 200;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final TypeReference<TreeMap<String, String>> ANSWERS = new TypeReference<>() {};

  /** Copies the map. */
  public Asked {
    answers = Collections.unmodifiableSortedMap(new TreeMap<>(answers));
  }

  /** Reads a record; empty if there is none, or none of the engine. */
  public static Optional<Asked> parse(String text) {
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.ofNullable(JSON.readValue(text, ANSWERS))
              .filter(answers -> answers.size() <= MOST)
              .filter(answers -> answers.values().stream().allMatch(Objects::nonNull))
              .map(Asked::new);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Returns the record as text. */
  public String text() {
    try {
      return JSON.writeValueAsString(answers);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns a digest of the answers that {@code today} are others; empty text if all are the same.
   *
   * @param today answers to these questions, and perhaps to more
   */
  public String changed(Asked today) {
    var others =
        answers.entrySet().stream()
            .filter(asked -> !asked.getValue().equals(today.answers.get(asked.getKey())))
            .map(Map.Entry::getKey)
            .map(question -> question + "=" + today.answers.get(question))
            .collect(Collectors.joining("\n"));
    return others.isEmpty() ? "" : DigestUtils.sha256Hex(others);
  }
}
