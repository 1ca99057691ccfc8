package dev.catamaran.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.engine.EngineFault;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.ChartVersion;
import dev.catamaran.release.Revision.Seal;
import dev.catamaran.release.Revision.Tests;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;

/** Reads a revision out of its Secret. */
final class HelmReleaseCodec {
  private static final String TEST = "test";

  /** Limit for the kept part of notes and description. A condition has as much room. */
  private static final int LONGEST_MESSAGE = 32_768;

  /** Limit for other kept texts: an annotation of an object is not longer. */
  private static final int LONGEST_ANNOTATION = 262_144;

  /** Go's zero time, in any time zone, and the last year that Go writes as JSON. */
  private static final Instant EARLIEST = Instant.parse("0000-12-30T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private HelmReleaseCodec() {}

  /**
   * Reduces a Secret to a revision.
   *
   * @throws UncheckedIOException if the payload is damaged
   */
  static Revision decode(Secret secret) {
    return ReleasePayload.reduce(secret, release -> decode(secret, release));
  }

  private static Revision decode(Secret secret, JsonNode release) {
    var info = release.path("info");
    var metadata = release.path("chart").path("metadata");
    return new Revision(
        new ReleaseKey(secret.getMetadata().getNamespace(), release.path("name").asText()),
        release.path("version").asInt(),
        RevisionStatus.of(info.path("status").asText()),
        ChartAnnotations.read(key -> kept(secret, metadata.path("annotations").path(key))),
        ownerUid(secret),
        begun(secret, info),
        storedAt(secret),
        new ChartVersion(
            kept(secret, metadata.path("name")),
            kept(secret, metadata.path("version")),
            kept(secret, metadata.path("appVersion"))),
        beginning(info.path("description")),
        failure(metadata.path("annotations"), beginning(info.path("description"))),
        beginning(info.path("notes")),
        tests(release.path("hooks")),
        Manifest.of(release.path("manifest").asText("")),
        Manifest.of(hooks(release.path("hooks"))),
        digest(secret.getMetadata().getNamespace(), release),
        RevisionSeal.of(secret.getMetadata().getNamespace(), release),
        SecretTexts.at(
            ChartAnnotations.secretPlaces(metadata.path("annotations")), release.path("config")),
        Objects.requireNonNullElse(secret.getMetadata().getResourceVersion(), ""),
        EndedObjects.read(secret));
  }

  /**
   * Returns the digest of all content that Helm acts on, and of the primary. Status, description
   * and the results of hooks are left out: Helm or the operator may write them again.
   */
  private static String digest(String namespace, JsonNode release) {
    return digest(content(namespace, release, JsonNode::toString));
  }

  /**
   * Returns all content that Helm acts on, and the primary.
   *
   * @param list writes the events or the delete policies of a hook
   */
  static List<String> content(String namespace, JsonNode release, Function<JsonNode, String> list) {
    var metadata = release.path("chart").path("metadata");
    var parts = new ArrayList<String>();
    parts.add(namespace);
    parts.add(release.path("namespace").asText(""));
    parts.add(release.path("name").asText());
    parts.add(release.path("version").asText());
    parts.add(metadata.path("name").asText());
    parts.add(metadata.path("version").asText());
    ChartAnnotations.names()
        .forEach(name -> parts.add(metadata.path("annotations").path(name).asText("")));
    parts.add(release.path("info").path("notes").asText(""));
    parts.add(release.path("manifest").asText(""));
    for (var hook : release.path("hooks")) {
      parts.add(hook.path("manifest").asText(""));
      parts.add(list.apply(hook.path("events")));
      parts.add(list.apply(hook.path("delete_policies")));
    }
    return parts;
  }

  /** Without the whole text in memory once more. */
  private static String digest(List<String> parts) {
    var sha = DigestUtils.getSha256Digest();
    try (var out =
        new OutputStreamWriter(
            new DigestOutputStream(OutputStream.nullOutputStream(), sha), UTF_8)) {
      ReleasePayload.JSON.writeValue(out, parts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Hex.encodeHexString(sha.digest());
  }

  /** Only a failure itself has the annotation: a later write removes none. */
  private static Optional<EngineFailure> failure(JsonNode annotations, String description) {
    return EngineFault.stored(annotations.path(ChartAnnotations.FAILURE).asText(""), description)
        .map(EngineFaults::stored);
  }

  /** Returns the part of a text that a person may read. */
  private static String beginning(JsonNode text) {
    var whole = text.asText("");
    return whole.length() <= LONGEST_MESSAGE ? whole : whole.substring(0, LONGEST_MESSAGE);
  }

  private static String kept(Secret secret, JsonNode text) {
    var whole = text.asText("");
    if (whole.length() > LONGEST_ANNOTATION) {
      throw ReleasePayload.damaged(
          secret, new IOException("the metadata of its chart is too long"));
    }
    return whole;
  }

  /** Helm stores the start of an uninstall in another field (Helm, pkg/action/uninstall.go). */
  private static Instant begun(Secret secret, JsonNode info) {
    var isGoing = RevisionStatus.of(info.path("status").asText()) == RevisionStatus.UNINSTALLING;
    var deleted = info.path("deleted").asText("");
    return time(
        secret, isGoing && !deleted.isEmpty() ? deleted : info.path("last_deployed").asText(""));
  }

  /** A Secret that was never stored has no time. */
  private static Instant storedAt(Secret secret) {
    var created = secret.getMetadata().getCreationTimestamp();
    return created == null ? Instant.MAX : Instant.parse(created);
  }

  /** The Go operators make the primary the owner of its release's Secrets; Helm sets no owner. */
  private static Optional<String> ownerUid(Secret secret) {
    return secret.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .map(OwnerReference::getUid)
        .findFirst();
  }

  /** Helm stores with each hook the result of its last run (Helm, pkg/release/hook.go). */
  private static Tests tests(JsonNode hooks) {
    var phases = new HashSet<String>();
    for (var hook : hooks) {
      for (var event : hook.path("events")) {
        if (event.asText().equals(TEST)) {
          phases.add(hook.path("last_run").path("phase").asText(""));
        }
      }
    }
    if (phases.isEmpty()) {
      return Tests.NONE;
    }
    if (phases.contains("Failed")) {
      return Tests.FAILED;
    }
    return phases.equals(Set.of("Succeeded")) ? Tests.PASSED : Tests.NOT_RUN;
  }

  /**
   * Returns the whole content of a Secret.
   *
   * @throws UncheckedIOException if the payload is damaged
   */
  static StoredRelease whole(Secret secret) {
    return new StoredRelease(ReleasePayload.read(secret));
  }

  /** Test hooks run only on request, and are not part of the release. */
  private static String hooks(JsonNode hooks) {
    var text = new StringBuilder();
    for (var hook : hooks) {
      boolean isTest = true;
      for (var event : hook.path("events")) {
        isTest &= event.asText().equals(TEST);
      }
      if (!isTest) {
        text.append("---\n").append(hook.path("manifest").asText("")).append('\n');
      }
    }
    return text.toString();
  }

  private static Instant time(Secret secret, String text) {
    try {
      var time = text.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
      if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
        throw ReleasePayload.damaged(
            secret, new IOException("its last_deployed is not a time that Go can write"));
      }
      return time;
    } catch (DateTimeParseException e) {
      throw ReleasePayload.damaged(secret, new IOException("its last_deployed is not a time", e));
    }
  }

  /**
   * Reads the engine's signature of a stored revision, and what it signs. The engine counts the
   * same content (src/engine/release/seal.go).
   */
  private static final class RevisionSeal {
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
              digest(HelmReleaseCodec.content(namespace, release, RevisionSeal::joined)),
              signature);
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
}
