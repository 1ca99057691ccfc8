package dev.catamaran.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.release.Revision.Seal;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Reads the engine's signature of a stored revision, and what it signs. The engine counts the same
 * content (src/engine/release/seal.go).
 */
final class RevisionSeal {
  private RevisionSeal() {}

  /**
   * Reads the seal of a release.
   *
   * @param namespace of its Secret
   */
  static Seal of(String namespace, JsonNode release) {
    var signature =
        release.at("/chart/metadata/annotations").path(ChartAnnotations.SIGNATURE).asText("");
    return signature.isEmpty()
        ? Seal.NONE
        : new Seal(
            digest(HelmReleaseCodec.content(namespace, release, RevisionSeal::joined)), signature);
  }

  private static String joined(JsonNode texts) {
    var all = new ArrayList<String>();
    texts.forEach(text -> all.add(text.asText()));
    return String.join(",", all);
  }

  /** Each part has its length before it, so that no two lists of parts have the same bytes. */
  private static String digest(List<String> parts) {
    MessageDigest sha = DigestUtils.getSha256Digest();
    for (var part : parts) {
      var bytes = part.getBytes(UTF_8);
      sha.update((bytes.length + ":").getBytes(UTF_8));
      sha.update(bytes);
    }
    return Hex.encodeHexString(sha.digest());
  }
}
