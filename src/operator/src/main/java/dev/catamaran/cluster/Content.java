package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of a Secret or a ConfigMap, as text.
 *
 * @param texts by key
 * @param binary the keys of what is no text in UTF-8
 */
public record Content(Map<String, String> texts, Set<String> binary) {
  /** Bytes of an entry beside its texts. */
  private static final int OTHERWISE = 100;

  static Content of(Secret secret) {
    return of(Map.of(), secret.getData());
  }

  static Content of(ConfigMap configMap) {
    return of(configMap.getData(), configMap.getBinaryData());
  }

  private static Content of(
      @Nullable Map<String, String> plain, @Nullable Map<String, String> encoded) {
    var texts = new HashMap<>(Optional.ofNullable(plain).orElse(Map.of()));
    var binary = new HashSet<String>();
    Optional.ofNullable(encoded)
        .orElse(Map.of())
        .forEach(
            (key, data) -> {
              try {
                var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(data));
                texts.put(key, StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
              } catch (CharacterCodingException e) {
                binary.add(key);
              }
            });
    return new Content(texts, binary);
  }

  /** Returns the bytes that it takes in memory, about. */
  long size() {
    return texts.entrySet().stream()
        .mapToLong(text -> OTHERWISE + text.getKey().length() + text.getValue().length())
        .sum();
  }

  /** Omits the texts, which may be secret. */
  @Override
  public String toString() {
    return "Content" + texts.keySet() + binary;
  }
}
