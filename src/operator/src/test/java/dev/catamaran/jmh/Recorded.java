package dev.catamaran.jmh;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.catamaran.helm.ReleaseSecrets;
import dev.catamaran.wire.TolerantSerialization;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.WatchEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What Kubernetes 1.34 sent for one release of the chart memcached: the Memcached of
 * config/samples, named shop/cache.
 */
public enum Recorded {
  /** The Deployment, with its status and its managed fields. */
  DEPLOYMENT("deployment.json"),

  /** The Secret of the first revision, as Helm wrote it. */
  RELEASE("release.json"),

  /** The primary, with its status. */
  PRIMARY("primary.json");

  private static final TolerantSerialization JSON = new TolerantSerialization(unreadable -> {});

  private final String file;

  Recorded(String file) {
    this.file = file;
  }

  /** Returns the event of the watch, as the API server sent it. */
  public byte[] event() {
    try (var in = Recorded.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no file " + file + " beside " + Recorded.class);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the object of the event. */
  public <T> T as(Class<T> type) {
    return object(JSON, event(), type);
  }

  /** Reads the object of an event with {@code json}, as an informer does. */
  public static <T> T object(TolerantSerialization json, byte[] event, Class<T> type) {
    WatchEvent read = json.unmarshal(new ByteArrayInputStream(event), new TypeReference<>() {});
    return json.convertValue(read.getObject(), type);
  }

  /** Returns the manifest of the revision: ServiceAccount, Service and Deployment. */
  public static String manifest() {
    return ReleaseSecrets.release(RELEASE.as(Secret.class)).path("manifest").asText();
  }

  /** Returns a manifest with 14 times as many objects. */
  public static String largeManifest() {
    return IntStream.range(0, 14)
        .mapToObj(i -> manifest().replace("cache-memcached", "cache-memcached-" + i))
        .collect(Collectors.joining());
  }
}
