package dev.catamaran.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The stored revisions of Helm. */
public final class StoredRelease {
  private static final JsonMapper JSON = new JsonMapper();

  private StoredRelease() {}

  /** The newest revision of a release; fails if the release has none. */
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

  /** Sets the status of a stored revision. */
  public static void mark(TestNamespace namespace, String release, int revision, String status) {
    change(
        namespace,
        release,
        revision,
        status,
        payload -> payload.withObjectProperty("info").put("status", status));
  }

  /** Replaces the manifest of a stored revision. */
  public static void forge(TestNamespace namespace, String release, int revision, String manifest) {
    var name = "sh.helm.release.v1.%s.v%d".formatted(release, revision);
    var labels = namespace.existing(Secret.class, name).getMetadata().getLabels();
    var status = Objects.requireNonNull(labels.get("status"), name);
    change(namespace, release, revision, status, payload -> payload.put("manifest", manifest));
  }

  /** Changes the payload of a stored revision; sets its status to deployed. */
  public static void forge(
      TestNamespace namespace, String release, int revision, Consumer<ObjectNode> change) {
    change(namespace, release, revision, "deployed", change);
  }

  /** Replaces the payload of a stored revision by these bytes, compressed. */
  public static void forge(TestNamespace namespace, String release, int revision, byte[] payload) {
    rewrite(namespace, release, revision, "deployed", secret -> encode(payload));
  }

  /** Makes a stored revision unreadable. */
  public static void damage(TestNamespace namespace, String release, int revision) {
    forge(namespace, release, revision, "damaged".getBytes(StandardCharsets.UTF_8));
  }

  private static void change(
      TestNamespace namespace,
      String release,
      int revision,
      String status,
      Consumer<ObjectNode> change) {
    rewrite(
        namespace,
        release,
        revision,
        status,
        secret -> {
          var payload = (ObjectNode) decode(secret);
          change.accept(payload);
          return encode(payload.toString().getBytes(StandardCharsets.UTF_8));
        });
  }

  /** Stores a copy of a revision under another number, with this manifest and this label. */
  public static void plant(
      TestNamespace namespace,
      String release,
      int from,
      int number,
      String status,
      String manifest) {
    var name = "sh.helm.release.v1.%s.v".formatted(release);
    var original = namespace.existing(Secret.class, name + from);
    var payload = (ObjectNode) decode(original);
    payload.put("version", number).put("manifest", manifest);
    payload.withObjectProperty("info").put("status", status);
    var planted =
        new SecretBuilder()
            .withType(original.getType())
            .withNewMetadata()
            .withName(name + number)
            .withNamespace(namespace.name())
            .addToLabels(original.getMetadata().getLabels())
            .addToLabels("version", String.valueOf(number))
            .addToLabels("status", status)
            .endMetadata()
            .addToData("release", encode(payload.toString().getBytes(StandardCharsets.UTF_8)))
            .build();
    namespace.client().resource(planted).create();
  }

  /** Returns a stored revision with a changed payload and changed metadata. */
  public static Secret renamed(Secret stored, UnaryOperator<String> text) {
    var copy = new SecretBuilder(stored).build();
    var meta = copy.getMetadata();
    meta.setUid(null);
    meta.setResourceVersion(null);
    meta.setCreationTimestamp(null);
    meta.setManagedFields(List.of());
    meta.setName(text.apply(meta.getName()));
    meta.getLabels().replaceAll((label, value) -> text.apply(value));
    var payload = text.apply(decode(stored).toString()).getBytes(StandardCharsets.UTF_8);
    copy.getData().put("release", encode(payload));
    return copy;
  }

  private static void rewrite(
      TestNamespace namespace,
      String release,
      int revision,
      String status,
      Function<Secret, String> payload) {
    var name = "sh.helm.release.v1.%s.v%d".formatted(release, revision);
    namespace.edit(
        Secret.class,
        name,
        secret -> {
          secret.getMetadata().getLabels().put("status", status);
          secret.getData().put("release", payload.apply(secret));
          return secret;
        });
  }

  /** Returns the data of a release Secret with this payload. */
  public static String encode(byte[] json) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var encoder = Base64.getEncoder();
    return encoder.encodeToString(encoder.encode(bytes.toByteArray()));
  }

  private static int version(Secret secret) {
    return Integer.parseInt(secret.getMetadata().getLabels().get("version"));
  }

  private static JsonNode decode(Secret secret) {
    return decode(Objects.requireNonNull(secret.getData().get("release")));
  }

  /** Returns the payload in the data of a release Secret. */
  public static JsonNode decode(String data) {
    var decoder = Base64.getDecoder();
    var zipped = decoder.decode(decoder.decode(data));
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
