package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a Secret or a ConfigMap, as text.
 *
 * @param texts by key
 */
public record Content(Map<String, String> texts) {
  /** Copies the map. */
  public Content {
    texts = Map.copyOf(texts);
  }

  static Content of(Secret secret) {
    return new Content(decoded(secret.getData()));
  }

  static Content of(ConfigMap configMap) {
    var texts = decoded(configMap.getBinaryData());
    texts.putAll(Optional.ofNullable(configMap.getData()).orElse(Map.of()));
    return new Content(texts);
  }

  private static Map<String, String> decoded(@Nullable Map<String, String> data) {
    var texts = new HashMap<String, String>();
    Optional.ofNullable(data)
        .orElse(Map.of())
        .forEach(
            (key, encoded) ->
                texts.put(
                    key, new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8)));
    return texts;
  }

  /** Omits the texts, which may be secret. */
  @Override
  public String toString() {
    return "Content" + texts.keySet();
  }
}
