package dev.catamaran.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Comparator;
import java.util.zip.GZIPInputStream;

/** A revision as Helm has stored it. */
public final class StoredRelease {
  private static final JsonMapper JSON = new JsonMapper();

  private StoredRelease() {}

  /** The newest revision of a release; fails if there is none. */
  public static JsonNode newest(TestNamespace namespace, String release) {
    return namespace
        .client()
        .secrets()
        .inNamespace(namespace.name())
        .withLabel("owner", "helm")
        .withLabel("name", release)
        .list()
        .getItems()
        .stream()
        .max(Comparator.comparingInt(StoredRelease::version))
        .map(StoredRelease::decode)
        .orElseThrow(() -> new AssertionError("no revision of " + release));
  }

  private static int version(Secret secret) {
    return Integer.parseInt(secret.getMetadata().getLabels().get("version"));
  }

  private static JsonNode decode(Secret secret) {
    var decoder = Base64.getDecoder();
    var zipped = decoder.decode(decoder.decode(secret.getData().get("release")));
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
