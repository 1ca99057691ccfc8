package dev.catamaran.release;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Rewrites what the API server stores under another field than it was written to, so that it can be
 * compared.
 */
public final class NormalForm {
  private NormalForm() {}

  /**
   * An object as it reads once stored. Only a Secret's {@code stringData} is rewritten: it is
   * merged into {@code data} and never read back (core/v1, Secret).
   */
  public static ObjectNode of(ManifestObject object) {
    ObjectNode content = object.content().deepCopy();
    if (content.path("kind").asText().equals("Secret") && content.path("stringData").isObject()) {
      var data = content.withObjectProperty("data");
      content
          .path("stringData")
          .properties()
          .forEach(entry -> data.set(entry.getKey(), base64(entry.getValue().asText())));
      content.remove("stringData");
    }
    return content;
  }

  private static TextNode base64(String text) {
    return new TextNode(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
  }
}
