package dev.catamaran.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.Readiness;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Ending;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/**
 * The reduced form of a live object with our label. Its content is compressed: a comparison with a
 * manifest needs no request, and a release takes a few kilobytes.
 */
public final class Descendant {
  /** Sorts the fields, since the watch and the requests deliver them in different orders. */
  private static final JsonMapper JSON =
      JsonMapper.builder(Limits.factory()).enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED).build();

  /** A request is entered before the webhooks have answered; each may take 30 s. */
  private static final Duration LONGEST_ADMISSION = Duration.ofMinutes(2);

  /** Bytes of an object beside its content, and of each owner. */
  private static final int OTHERWISE = 300;

  /** Fields that change although the content of the object does not. */
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
  private final Optional<JsonPointer> autoscaled;
  private final boolean beingDeleted;
  private final boolean outlives;
  private final boolean over;
  private final boolean madeByHelm;

  private volatile OwnerKeys owners;

  /** Null after {@link #forgetContent}. */
  private volatile byte @Nullable [] deflated;

  private final String contentHash;

  /** What the last comparison of this content found. */
  private volatile @Nullable Verdict verdict;

  /** A proof that a difference has no effect. It stays valid when other fields change. */
  private volatile @Nullable Proof proof;

  /**
   * What the content is compared with.
   *
   * @param primaryUid uid of the release's primary
   * @param revision number of the revision
   * @param digest digest of the revision, since the number of a deleted revision is used again
   * @param rules the rules of the comparison; a changed watch has others
   */
  record Agreement(String primaryUid, int revision, String digest, DriftRules rules) {}

  /**
   * The result of a comparison, valid while the content stays the same.
   *
   * @param patch what ends the difference; empty if it agrees
   */
  private record Verdict(Agreement of, Optional<JsonNode> patch) {}

  /**
   * Proof that a patch changed nothing. It is of its time: a definition may learn a field, and a
   * webhook may go that reset one.
   *
   * @param of the revision that required the patch
   * @param patch the written patch
   * @param part the patched part, the same before and after
   */
  record Proof(Agreement of, JsonNode patch, JsonNode part, Instant at) {
    private static final Duration LIFE = Duration.ofHours(1);

    static Proof of(Agreement agreement, JsonNode patch, Descendant after, Instant at) {
      return new Proof(agreement, patch, Descendant.part(patch, after.content()), at);
    }
  }

  private Descendant(GenericKubernetesResource live) {
    ObjectNode content = JSON.valueToTree(live);
    var managers = FieldManagers.of(content);
    key = new ManifestObject(content).key();
    owners = OwnerKeys.of(content);
    autoscaled = managers.autoscaledField();
    beingDeleted = content.path("metadata").hasNonNull("deletionTimestamp");
    over = Endings.isOver(content);
    readiness = over ? Readiness.ofEnded(content) : Readiness.of(content);
    madeByHelm = managers.isMadeByHelm(created(live).minus(LONGEST_ADMISSION));
    content.remove("status");
    ((ObjectNode) content.path("metadata")).remove(VOLATILE_METADATA);
    outlives = Ownership.outlives(new ManifestObject(content));
    var bytes = bytes(content);
    deflated = deflate(bytes);
    contentHash = hash(bytes);
  }

  static Descendant of(GenericKubernetesResource live) {
    return new Descendant(live);
  }

  private static Instant created(GenericKubernetesResource live) {
    var created = live.getMetadata().getCreationTimestamp();
    return created == null ? Instant.EPOCH : Instant.parse(created);
  }

  ObjectKey key() {
    return key;
  }

  Readiness readiness() {
    return readiness;
  }

  /** Returns the primaries that its metadata names; after {@link #forgetContent}, the first. */
  OwnerKeys owners() {
    return owners;
  }

  /** Returns the field with its number of replicas, if an autoscaler set it last. */
  Optional<JsonPointer> autoscaledField() {
    return autoscaled;
  }

  /** Whether it only still exists because of its finalizers or its grace period. */
  boolean isBeingDeleted() {
    return beingDeleted;
  }

  /** Whether it outlives its primary, by its own annotations: a person may keep an object. */
  boolean outlives() {
    return outlives;
  }

  /** Returns the end of its work; empty if it has none, or not yet. */
  Optional<Ending> ending() {
    return over
        ? Optional.of(
            readiness instanceof Readiness.Failed(var why) ? new Ending(why) : Ending.success())
        : Optional.empty();
  }

  /** Whether Helm made it; false for a copy of an object that Helm made. */
  boolean isMadeByHelm() {
    return madeByHelm;
  }

  /** Returns a hash of the content, without the status and volatile metadata. */
  String contentHash() {
    return contentHash;
  }

  boolean isSameAs(Descendant other) {
    return contentHash.equals(other.contentHash);
  }

  /** Whether both have the same values in the fields of {@code patch}. */
  boolean isSameWhere(JsonNode patch, Descendant other) {
    return part(patch, content()).equals(part(patch, other.content()));
  }

  /** Whether its content has been compared with that revision. */
  boolean isJudged(Agreement of) {
    var known = verdict;
    return known != null && known.of().equals(of);
  }

  /** Remembers the patch of a comparison; empty if the content agrees. */
  void judge(Agreement of, Optional<? extends JsonNode> patch) {
    verdict = new Verdict(of, patch.map(found -> found));
  }

  /** Returns the patch of the comparison with that revision; empty without a difference. */
  Optional<JsonNode> lacking(Agreement of) {
    var known = verdict;
    return known != null && known.of().equals(of) ? known.patch() : Optional.empty();
  }

  /** Whether the API server has shown lately that {@code patch} changes nothing. */
  boolean isProved(Agreement of, JsonNode patch, Instant now) {
    var known = proof;
    return known != null
        && now.isBefore(known.at().plus(Proof.LIFE))
        && known.of().equals(of)
        && known.patch().equals(patch)
        && known.part().equals(part(patch, content()));
  }

  /** Remembers a proof; returns false if it was already known. */
  boolean take(Proof found) {
    boolean isNew = !found.equals(proof);
    proof = found;
    return isNew;
  }

  /** Forgets the proof: the API server may read the same patch differently now. */
  void forgetProof() {
    proof = null;
  }

  /**
   * Copies the findings from {@code before}, the previous form of the object, if they are still
   * valid.
   */
  void follow(Descendant before) {
    proof = before.proof;
    // The field managers are no part of the content, and decide whether the replicas are compared.
    if (isSameAs(before) && autoscaled.equals(before.autoscaled)) {
      verdict = before.verdict;
    }
  }

  /** Returns the bytes that the object takes in memory, about. */
  long size() {
    var content = deflated;
    return content == null
        ? 0
        : content.length + OTHERWISE + (long) OTHERWISE * owners.keys().size();
  }

  boolean hasContent() {
    return deflated != null;
  }

  /** Frees the memory of the content, and of all owners but those that an object of ours has. */
  void forgetContent() {
    deflated = null;
    owners = owners.first();
  }

  /**
   * Returns the whole object, except the status and volatile metadata.
   *
   * @throws IllegalStateException if the content is forgotten
   */
  JsonNode content() {
    var kept = deflated;
    if (kept == null) {
      throw new IllegalStateException("the content of " + key + " is forgotten");
    }
    try (var in = new InflaterInputStream(new ByteArrayInputStream(kept))) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the fields of {@code content} that {@code patch} names, with whole lists. */
  static JsonNode part(JsonNode patch, JsonNode content) {
    if (!patch.isObject() || !content.isObject()) {
      return content;
    }
    var named = JsonNodeFactory.instance.objectNode();
    for (var field : patch.properties()) {
      // A directive, such as $setElementOrder/env, has the name of its list behind a slash.
      var name =
          field.getKey().startsWith("$")
              ? field.getKey().substring(field.getKey().indexOf('/') + 1)
              : field.getKey();
      named.set(name, part(field.getValue(), content.path(name)));
    }
    return named;
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
    return DigestUtils.sha256Hex(bytes);
  }
}
