package dev.catamaran.helm;

import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes each version of a release Secret once: the watch delivers the same versions as the
 * answers to requests.
 */
final class DecodedSecrets {
  private static final Logger log = LoggerFactory.getLogger(DecodedSecrets.class);

  /** A version is decoded again within moments, or never. */
  private static final int REMEMBERED = 64;

  /** A version of an object. */
  private record Version(String uid, String resourceVersion) {}

  private final Map<Version, Optional<Revision>> byVersion =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Version, Optional<Revision>> eldest) {
              return size() > REMEMBERED;
            }
          });

  Optional<Revision> of(Secret secret) {
    var meta = secret.getMetadata();
    var version = new Version(meta.getUid(), meta.getResourceVersion());
    var known = byVersion.get(version);
    if (known != null) {
      return known;
    }
    // Decoded without the lock: it takes a millisecond.
    var decoded = decode(secret);
    byVersion.put(version, decoded);
    return decoded;
  }

  private static Optional<Revision> decode(Secret secret) {
    try {
      return Optional.of(HelmReleaseCodec.decode(secret));
    } catch (UncheckedIOException e) {
      log.warn("{}; the operator ignores this Secret", e.getMessage());
      return Optional.empty();
    }
  }
}
