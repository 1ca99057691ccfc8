package dev.catamaran.helm;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.Manifest;
import dev.catamaran.release.ObjectKey;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.ChartVersion;
import dev.catamaran.release.Revision.Tests;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * Reads and writes the Secrets in which Helm keeps revisions: gzipped JSON, in base64 once by Helm
 * and once by the API (Helm, pkg/storage/driver/secrets.go and util.go).
 */
final class HelmReleaseCodec {
  /**
   * What a release may unfold to: Helm refuses charts of more than 100 MiB, of which a release
   * keeps the templates; the largest that are published unfold to a tenth of this.
   */
  static final int LARGEST = 32 << 20;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(1000)
                          .maxNameLength(LARGEST)
                          .maxStringLength(LARGEST)
                          .build())
                  .build())
          .build();
  static final String PAYLOAD = "release";
  private static final String TEST = "test";

  /** Of a revision's Secret (Helm, pkg/storage/storage.go, makeKey). */
  static final String NAME = "sh.helm.release.v1.%s.v%d";

  /** Go's zero time, with the zones of the world, and the last year that it writes as JSON. */
  private static final Instant EARLIEST = Instant.parse("0000-12-30T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  /** Where Helm parts a manifest (Helm, pkg/releaseutil/manifest.go). */
  private static final Pattern DOCUMENTS = Pattern.compile("(?:^|\\s*\\n)---\\s*");

  private HelmReleaseCodec() {}

  /**
   * Reduces a Secret to a revision.
   *
   * @throws UncheckedIOException if the payload is damaged
   */
  static Revision decode(Secret secret) {
    var release = payload(secret);
    var info = release.path("info");
    var metadata = release.path("chart").path("metadata");
    return new Revision(
        new ReleaseKey(secret.getMetadata().getNamespace(), release.path("name").asText()),
        release.path("version").asInt(),
        RevisionStatus.of(info.path("status").asText()),
        ChartAnnotations.read(key -> metadata.path("annotations").path(key).asText("")),
        ownerUid(secret),
        begun(secret, info),
        new ChartVersion(
            metadata.path("name").asText(),
            metadata.path("version").asText(),
            metadata.path("appVersion").asText("")),
        info.path("description").asText(""),
        info.path("notes").asText(""),
        tests(release.path("hooks")),
        Manifest.of(release.path("manifest").asText("")),
        Manifest.of(hooks(release.path("hooks"))),
        digest(secret.getMetadata().getNamespace(), release),
        SecretTexts.at(
            ChartAnnotations.secretPlaces(metadata.path("annotations")), release.path("config")),
        Objects.requireNonNullElse(secret.getMetadata().getResourceVersion(), ""));
  }

  /**
   * Of all that has Helm do something, and of whose it is; of nothing that Helm or we write again:
   * status, description, and how hooks ended.
   */
  private static String digest(String namespace, JsonNode release) {
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
      parts.add(hook.path("events").toString());
      parts.add(hook.path("delete_policies").toString());
    }
    return Manifest.digestOf(JSON.valueToTree(parts).toString());
  }

  /** Helm notes apart when it began to uninstall (Helm, pkg/action/uninstall.go). */
  private static Instant begun(Secret secret, JsonNode info) {
    var isGoing = RevisionStatus.of(info.path("status").asText()) == RevisionStatus.UNINSTALLING;
    var deleted = info.path("deleted").asText("");
    return time(
        secret, isGoing && !deleted.isEmpty() ? deleted : info.path("last_deployed").asText(""));
  }

  /** The Go operators make the primary the owner of its release's Secrets; Helm knows no owner. */
  private static Optional<String> ownerUid(Secret secret) {
    return secret.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .map(OwnerReference::getUid)
        .findFirst();
  }

  /** Helm keeps with each hook how its last run ended (Helm, pkg/release/hook.go). */
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
   * All that a Secret holds.
   *
   * @throws UncheckedIOException if the payload is damaged
   */
  static StoredRelease whole(Secret secret) {
    return new StoredRelease(payload(secret));
  }

  /** Hooks of tests are made when somebody asks for them, and are not part of the release. */
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

  /**
   * The payload of {@code secret} with another status and description, in the form that the
   * Secret's data holds.
   */
  static String withStatus(Secret secret, RevisionStatus status, String description) {
    var release = payload(secret);
    var info = (ObjectNode) release.path("info");
    info.put("status", status.helmName()).put("description", description);
    return encode(release);
  }

  /**
   * The payload of {@code secret} with whose it is and what it was made from, in the form that the
   * Secret's data holds.
   */
  static String withOrigin(Secret secret, Revision.Origin origin) {
    var release = payload(secret);
    var metadata = ((ObjectNode) release).withObject("/chart/metadata");
    ChartAnnotations.write(origin, metadata.withObjectProperty("annotations"));
    return encode(release);
  }

  /**
   * The payload of {@code secret} without the objects and hooks that are meant, in the form that
   * the Secret's data holds. A document goes if all its objects do.
   */
  static String without(Secret secret, Predicate<ObjectKey> isMeant) {
    var release = (ObjectNode) payload(secret);
    release.put("manifest", remaining(release.path("manifest").asText(""), isMeant));
    if (release.path("hooks") instanceof ArrayNode hooks) {
      hooks.removeIf(hook -> isMeant(hook.path("manifest").asText(""), isMeant));
    }
    return encode(release);
  }

  private static String remaining(String manifest, Predicate<ObjectKey> isMeant) {
    return DOCUMENTS
        .splitAsStream(manifest)
        .filter(document -> !document.isBlank() && !isMeant(document, isMeant))
        .map(document -> "---\n" + document + "\n")
        .collect(Collectors.joining());
  }

  private static boolean isMeant(String document, Predicate<ObjectKey> isMeant) {
    var objects = Manifest.of(document).objects();
    return !objects.isEmpty() && objects.stream().allMatch(object -> isMeant.test(object.key()));
  }

  private static JsonNode payload(Secret secret) {
    if (secret.getMetadata().getNamespace() == null) {
      throw damaged(secret, new IOException("it has no namespace"));
    }
    var data = secret.getData() == null ? null : secret.getData().get(PAYLOAD);
    if (data == null) {
      throw damaged(secret, new IOException("no data under " + PAYLOAD));
    }
    try {
      var zipped = Base64.getDecoder().decode(Base64.getDecoder().decode(data));
      try (var in = bounded(new GZIPInputStream(new ByteArrayInputStream(zipped)))) {
        return checked(secret, JSON.readTree(in));
      }
    } catch (JsonProcessingException e) {
      // Without its own words, which quote the payload.
      throw damaged(secret, new IOException("not JSON, or too deep", e));
    } catch (IOException e) {
      throw damaged(secret, e);
    } catch (IllegalArgumentException e) {
      throw damaged(secret, new IOException("not in base64"));
    }
  }

  private static InputStream bounded(InputStream unfolded) throws IOException {
    return BoundedInputStream.builder()
        .setInputStream(unfolded)
        .setMaxCount(LARGEST + 1L)
        .setOnMaxCount(
            (most, count) -> {
              throw new IOException("it unfolds to more than " + (LARGEST >> 20) + " MiB");
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

  private static String encode(JsonNode release) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      JSON.writeValue(out, release);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var once = Base64.getEncoder().encode(bytes.toByteArray());
    return Base64.getEncoder().encodeToString(once);
  }

  private static UncheckedIOException damaged(Secret secret, IOException cause) {
    var meta = secret.getMetadata();
    return new UncheckedIOException(
        "the release Secret %s/%s cannot be read: %s"
            .formatted(meta.getNamespace(), meta.getName(), cause.getMessage()),
        cause);
  }

  private static Instant time(Secret secret, String text) {
    try {
      var time = text.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
      if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
        throw damaged(secret, new IOException("its last_deployed is no time that Go can write"));
      }
      return time;
    } catch (DateTimeParseException e) {
      throw damaged(secret, new IOException("the time of it is none", e));
    }
  }
}
