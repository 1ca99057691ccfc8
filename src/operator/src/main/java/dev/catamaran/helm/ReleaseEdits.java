package dev.catamaran.helm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Changes a part of a stored revision; the rest stays as Helm wrote it. */
final class ReleaseEdits {
  /**
   * Helm's separator of a manifest's documents (Helm, pkg/releaseutil/manifest.go), without the
   * white space before it: a search for that takes time quadratic in the length of any white space.
   */
  private static final Pattern DOCUMENTS = Pattern.compile("(?:^|\\n)---\\s*");

  private ReleaseEdits() {}

  /**
   * Returns the payload of {@code secret} with another status and description, in the form of the
   * Secret's data.
   */
  static String withStatus(Secret secret, RevisionStatus status, String description) {
    var release = ReleasePayload.read(secret);
    var info = (ObjectNode) release.path("info");
    info.put("status", status.helmName()).put("description", description);
    return ReleasePayload.encode(release);
  }

  /** Returns the payload of {@code secret} with the origin, in the form of the Secret's data. */
  static String withOrigin(Secret secret, Revision.Origin origin) {
    var release = ReleasePayload.read(secret);
    var metadata = ((ObjectNode) release).withObject("/chart/metadata");
    ChartAnnotations.write(origin, metadata.withObjectProperty("annotations"));
    return ReleasePayload.encode(release);
  }

  /**
   * Returns the payload of {@code secret} with other API versions of its objects, in the form of
   * the Secret's data. A document or hook is removed if none of its objects has a version. One with
   * another version becomes JSON, which is unambiguous YAML.
   */
  static String rewritten(Secret secret, Function<ObjectKey, Optional<String>> version) {
    var release = (ObjectNode) ReleasePayload.read(secret);
    var manifest = release.path("manifest").asText("");
    release.put("manifest", changed(manifest, document -> rewritten(document, version)));
    if (release.path("hooks") instanceof ArrayNode hooks) {
      hooks.removeIf(hook -> rewritten(hook.path("manifest").asText(""), version).isEmpty());
    }
    return ReleasePayload.encode(release);
  }

  private static Optional<String> rewritten(
      String document, Function<ObjectKey, Optional<String>> version) {
    var objects = Manifest.of(document).objects();
    if (!objects.isEmpty()
        && objects.stream().allMatch(object -> version.apply(object.key()).isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        objects.size() == 1 ? moved(document, objects.getFirst(), version) : document);
  }

  private static String moved(
      String document, ManifestObject object, Function<ObjectKey, Optional<String>> version) {
    return version
        .apply(object.key())
        .filter(other -> !other.equals(object.key().apiVersion()))
        .map(other -> object.content().<ObjectNode>deepCopy().put("apiVersion", other).toString())
        .orElse(document);
  }

  private static String changed(String manifest, Function<String, Optional<String>> change) {
    return DOCUMENTS
        .splitAsStream(manifest)
        .map(String::stripTrailing)
        .filter(document -> !document.isEmpty())
        .flatMap(document -> change.apply(document).stream())
        .map(document -> "---\n" + document + "\n")
        .collect(Collectors.joining());
  }
}
