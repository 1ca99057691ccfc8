package dev.catamaran.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/** Creates Secrets in the format of Helm (pkg/storage/driver/util.go) from a release's JSON. */
public final class ReleaseSecrets {
  /** A release as Helm stores it. */
  static final String RELEASE =
      """
      {
        "name": "cache",
        "info": {
          "first_deployed": "2026-03-01T12:00:00.123456789+01:00",
          "last_deployed": "2026-03-01T13:00:00.987654321+01:00",
          "deleted": "",
          "description": "Upgrade complete",
          "status": "deployed",
          "notes": "Grüezi\\n"
        },
        "chart": {
          "metadata": {
            "name": "memcached",
            "version": "0.1.0",
            "appVersion": "1.6.40",
            "annotations": {
              "catamaran.dev/primary": "cache.my.domain/v1alpha1 Memcached shop cache uid-1",
              "catamaran.dev/input-digest": "abc",
              "category": "cache"
            }
          },
          "templates": [{"name": "templates/a.yaml", "data": "YQ=="}],
          "values": {"replicaCount": 1}
        },
        "config": {"replicaCount": 3, "big": 12345678901234567890, "ratio": 0.1},
        "manifest": "kind: ConfigMap\\nmetadata: {name: a}\\n",
        "hooks": [],
        "version": 3,
        "namespace": "shop"
      }
      """;

  private ReleaseSecrets() {}

  static Secret secret(String releaseJson) throws IOException {
    return withData(encode(releaseJson.getBytes(UTF_8)));
  }

  /** A Secret with {@code data} under the key {@code release}. */
  static Secret withData(String data) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("sh.helm.release.v1.cache.v3")
        .endMetadata()
        .addToData("release", data)
        .build();
  }

  static String encode(byte[] json) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(json);
    }
    return twice(zipped.toByteArray());
  }

  static String twice(byte[] bytes) {
    var once = Base64.getEncoder().encode(bytes);
    return Base64.getEncoder().encodeToString(once);
  }

  /** Returns the release in a Secret. */
  public static JsonNode release(Secret secret) {
    return ReleasePayload.read(secret);
  }
}
