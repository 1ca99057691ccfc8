package dev.catamaran.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a live object that carries our label. Its content is kept compressed: comparing
 * it with a manifest then needs no request, and a release costs a few kilobytes.
 */
public final class Descendant {
  /** In one order: the watch delivers the fields of an object in another one than requests do. */
  private static final JsonMapper JSON =
      JsonMapper.builder(Limits.factory()).enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  /** Fields that change without anybody changing what the object says. */
  private static final List<String> VOLATILE_METADATA =
      List.of(
          "managedFields",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "selfLink",
          "deletionTimestamp",
          "deletionGracePeriodSeconds");

  private final ObjectKey key;
  private final Readiness readiness;
  private final OwnerKeys owners;
  private final boolean autoscaled;
  private final byte[] deflated;
  private final String contentHash;

  /** The revision that this content was found to agree with. */
  private volatile @Nullable Agreement agreement;

  /** What is there although it reads otherwise; holds also when the content changes elsewhere. */
  private volatile @Nullable Proof proof;

  /**
   * A finding that holds while the content stays.
   *
   * @param primaryUid whose release
   * @param revision which revision of it
   * @param digest what that revision says: where one was deleted, its number is given again
   */
  record Agreement(String primaryUid, int revision, String digest) {}

  /**
   * That a patch changed nothing.
   *
   * @param of what is wanted by it
   * @param patch what was written
   * @param part what was there, and still was afterwards
   */
  record Proof(Agreement of, JsonNode patch, JsonNode part) {
    static Proof of(Agreement agreement, JsonNode patch, Descendant after) {
      return new Proof(agreement, patch, PatchedPart.of(patch, after.content()));
    }
  }

  private Descendant(
      ObjectKey key,
      Readiness readiness,
      OwnerKeys owners,
      boolean autoscaled,
      byte[] deflated,
      String hash) {
    this.key = key;
    this.readiness = readiness;
    this.owners = owners;
    this.autoscaled = autoscaled;
    this.deflated = deflated;
    this.contentHash = hash;
  }

  /** Reduces a live object. */
  static Descendant of(GenericKubernetesResource live) {
    ObjectNode content = JSON.valueToTree(live);
    var readiness = Readiness.of(content);
    boolean autoscaled = FieldManagers.of(content).isAutoscaled();
    content.remove("status");
    ((ObjectNode) content.path("metadata")).remove(VOLATILE_METADATA);
    var bytes = bytes(content);
    return new Descendant(
        ObjectKeys.of(content),
        readiness,
        OwnerKeys.of(content),
        autoscaled,
        deflate(bytes),
        hash(bytes));
  }

  ObjectKey key() {
    return key;
  }

  /** Whether it does what it is there for. */
  Readiness readiness() {
    return readiness;
  }

  /** The primaries that its metadata names. */
  OwnerKeys owners() {
    return owners;
  }

  /** Whether an autoscaler set its number of replicas last. */
  boolean isAutoscaled() {
    return autoscaled;
  }

  /** Equal for equal contents; status and bookkeeping do not count. */
  String contentHash() {
    return contentHash;
  }

  /** Whether both have the same content. */
  boolean isSameAs(Descendant other) {
    return contentHash.equals(other.contentHash);
  }

  /** Whether both say the same where {@code patch} speaks. */
  boolean isSameWhere(JsonNode patch, Descendant other) {
    return PatchedPart.of(patch, content()).equals(PatchedPart.of(patch, other.content()));
  }

  /** Whether its content was found to be what that revision wants. */
  boolean agreesWith(Agreement found) {
    return found.equals(agreement);
  }

  /** Remembers that its content is what that revision wants. */
  void agree(Agreement found) {
    agreement = found;
  }

  /** Whether the API server was seen to take what {@code patch} says for what is there. */
  boolean isProved(Agreement of, JsonNode patch) {
    var known = proof;
    return known != null
        && known.of().equals(of)
        && known.patch().equals(patch)
        && known.part().equals(PatchedPart.of(patch, content()));
  }

  /** Remembers a proof; returns false if it had it already. */
  boolean take(Proof found) {
    boolean isNew = !found.equals(proof);
    proof = found;
    return isNew;
  }

  /** Takes over what was found of the object {@code before}, as far as it still holds. */
  void follow(Descendant before) {
    proof = before.proof;
    if (contentHash.equals(before.contentHash)) {
      agreement = before.agreement;
    }
  }

  /** The whole object but for status and bookkeeping. */
  JsonNode content() {
    try (var in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(JsonNode content) {
    try {
      return JSON.writeValueAsBytes(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree could not be written", e);
    }
  }

  private static byte[] deflate(byte[] bytes) {
    var deflated = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(deflated)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return deflated.toByteArray();
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
