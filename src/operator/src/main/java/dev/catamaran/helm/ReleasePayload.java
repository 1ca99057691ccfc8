package dev.catamaran.helm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * Helm's payload of a revision in its Secret: gzipped JSON, in base64 once by Helm and once by the
 * API (Helm, pkg/storage/driver/secrets.go and util.go).
 */
final class ReleasePayload {
  /** Its key in the Secret's data. */
  static final String KEY = "release";

  /** Beginning of each name. */
  static final String PREFIX = "sh.helm.release.v1.";

  /** Name of a revision's Secret (Helm, pkg/storage/storage.go, makeKey). */
  static final String NAME = PREFIX + "%s.v%d";

  /**
   * Limit for the size of an unpacked release, and for that of all releases that are being unpacked
   * at a time. While one is read, its texts are in memory several times, with two bytes for each
   * letter. The largest published charts unpack to three MiB.
   */
  static final int LARGEST = Math.clamp(Runtime.getRuntime().maxMemory() / 32, 4 << 20, 32 << 20);

  /**
   * Limit for the values, names and brackets of a release. A value takes up to a hundred bytes in
   * memory, and three in the text. The texts of a chart are one value each.
   */
  static final int MOST_TOKENS =
      Math.clamp(Runtime.getRuntime().maxMemory() / 1024, 100_000, 500_000);

  /** The highest ratio of deflate (zlib.net, "Technical Details"). */
  private static final long MOST_COMPRESSED = 1032;

  private static final Semaphore UNPACKING = new Semaphore(LARGEST, true);

  static final JsonMapper JSON =
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(1000)
                          .maxNameLength(LARGEST)
                          .maxStringLength(LARGEST)
                          .maxTokenCount(MOST_TOKENS)
                          .build())
                  // A table of names that all texts share would keep the names of tenants.
                  .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .build())
          .build();

  private ReleasePayload() {}

  /**
   * Returns the release in a Secret.
   *
   * @throws UncheckedIOException if the payload is damaged
   */
  static JsonNode read(Secret secret) {
    return reduce(secret, release -> release);
  }

  /**
   * Returns what {@code reduction} makes of the release in a Secret. The memory of both is bounded.
   *
   * @throws UncheckedIOException if the payload is damaged
   */
  static <T> T reduce(Secret secret, Function<JsonNode, T> reduction) {
    if (secret.getMetadata().getNamespace() == null) {
      throw damaged(secret, new IOException("it has no namespace"));
    }
    var data = secret.getData() == null ? null : secret.getData().get(KEY);
    if (data == null) {
      throw damaged(secret, new IOException("no data under " + KEY));
    }
    try {
      var zipped = Base64.getDecoder().decode(Base64.getDecoder().decode(data));
      int size = unpackedSize(zipped);
      UNPACKING.acquireUninterruptibly(size);
      try (var in = bounded(new GZIPInputStream(new ByteArrayInputStream(zipped)), size)) {
        return reduction.apply(checked(secret, JSON.readTree(in)));
      } finally {
        UNPACKING.release(size);
      }
    } catch (JsonProcessingException e) {
      // Without Jackson's message, which quotes the payload.
      throw damaged(secret, new IOException("not JSON, or too deep, or too many values", e));
    } catch (IOException e) {
      throw damaged(secret, e);
    } catch (IllegalArgumentException e) {
      throw damaged(secret, new IOException("not in base64"));
    }
  }

  /**
   * Returns the size that the last four bytes name (RFC 1952, ISIZE); Helm writes one member. Where
   * they name a size that no compression reaches, the data is not gzip, or its end is missing.
   */
  private static int unpackedSize(byte[] zipped) throws IOException {
    if (zipped.length < Integer.BYTES) {
      throw new IOException("too short");
    }
    int size =
        ByteBuffer.wrap(zipped)
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt(zipped.length - Integer.BYTES);
    if (size < 0 || size > zipped.length * MOST_COMPRESSED) {
      throw new IOException("it is not gzip, or its end is missing");
    }
    if (size > LARGEST) {
      throw tooLarge();
    }
    return size;
  }

  private static IOException tooLarge() {
    return new IOException(
        "it unfolds to more than %d MiB, the limit with a heap of %d MiB; give the operator more memory if it is correct"
            .formatted(LARGEST >> 20, Runtime.getRuntime().maxMemory() >> 20));
  }

  private static InputStream bounded(InputStream unfolded, int size) throws IOException {
    return BoundedInputStream.builder()
        .setInputStream(unfolded)
        .setMaxCount(size + 1L)
        .setOnMaxCount(
            (most, count) -> {
              throw size < LARGEST
                  ? new IOException("it unfolds to more than it says")
                  : tooLarge();
            })
        .get();
  }

  private static JsonNode checked(Secret secret, JsonNode release) {
    boolean isRelease =
        release.path("name").isTextual()
            && release.path("version").canConvertToInt()
            && release.path("version").isIntegralNumber()
            && release.path("version").asInt() > 0
            && release.path("info").isObject();
    if (!isRelease) {
      throw damaged(secret, new IOException("it holds no release"));
    }
    var name = NAME.formatted(release.path("name").asText(), release.path("version").asInt());
    if (!name.equals(secret.getMetadata().getName())) {
      throw damaged(secret, new IOException("it holds a revision of another name"));
    }
    return release;
  }

  static UncheckedIOException damaged(Secret secret, IOException cause) {
    var meta = secret.getMetadata();
    return new UncheckedIOException(
        "the release Secret %s/%s cannot be read: %s"
            .formatted(meta.getNamespace(), meta.getName(), cause.getMessage()),
        cause);
  }
}
