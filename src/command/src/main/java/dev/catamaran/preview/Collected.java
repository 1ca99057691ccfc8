package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.preview.KeptObjects.Kept;
import dev.catamaran.preview.ReleasePreview.HookRun;
import dev.catamaran.release.SecretTexts;
import java.util.List;
import java.util.Optional;

/**
 * Reads the changes out of the kept-back writes. Pure.
 *
 * @param objects the writes of a pass
 * @param primary the path of its primary, which is no part of the release
 * @param deployed the objects of the deployed manifest
 * @param namespace of the release
 * @param secrets texts that are never shown
 */
record Collected(
    KeptObjects objects,
    ApiPath primary,
    List<ManifestObject> deployed,
    String namespace,
    SecretTexts secrets) {
  private static final List<String> INSTALL = List.of("pre-install", "post-install");

  /** Returns the changed objects, in the order of their first writes. */
  List<ObjectChange> changes() {
    return objects.all().stream()
        .filter(kept -> !GatewayWrites.isStoredRelease(kept.path()))
        .filter(kept -> !kept.path().stored().equals(primary.stored()))
        .filter(kept -> !kept.isHook())
        .flatMap(kept -> change(kept).stream())
        .toList();
  }

  private Optional<ObjectChange> change(Kept kept) {
    JsonNode before = kept.before().<JsonNode>map(found -> found).orElse(MissingNode.getInstance());
    JsonNode now = kept.now().<JsonNode>map(found -> found).orElse(MissingNode.getInstance());
    return ObjectChange.between(before, now, inDeployed(now), secrets);
  }

  private JsonNode inDeployed(JsonNode object) {
    return deployed.stream()
        .filter(wanted -> isSame(wanted, object))
        .map(ManifestObject::content)
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  private boolean isSame(ManifestObject wanted, JsonNode object) {
    var key = wanted.key();
    var live = key(object);
    var own = key.namespace().isEmpty() ? namespace : key.namespace();
    return key.kind().equals(live.kind())
        && key.group().equals(live.group())
        && key.name().equals(live.name())
        && (live.namespace().isEmpty() || own.equals(live.namespace()));
  }

  private static ObjectKey key(JsonNode object) {
    var metadata = object.path("metadata");
    return new ObjectKey(
        object.path("apiVersion").asText(),
        object.path("kind").asText(),
        metadata.path("namespace").asText(""),
        metadata.path("name").asText());
  }

  /**
   * Returns the hooks that Helm created.
   *
   * @param isFirst whether the revision is the first one
   */
  List<HookRun> hooks(boolean isFirst) {
    return objects.hooks().stream()
        .flatMap(kept -> kept.now().stream())
        .map(hook -> run(hook, isFirst))
        .toList();
  }

  private static HookRun run(JsonNode hook, boolean isFirst) {
    var events = KeptObjects.events(hook);
    var ofOperation =
        events.stream()
            .filter(event -> isFirst == INSTALL.contains(event))
            .filter(event -> isFirst || event.endsWith("-upgrade"))
            .toList();
    var key = key(hook);
    return new HookRun(
        key.apiVersion(),
        key.kind(),
        key.namespace(),
        key.name(),
        ofOperation.isEmpty() ? events : ofOperation);
  }

  /** Returns how many objects of a manifest stay as they are. */
  long unchanged(List<ManifestObject> wanted) {
    var changed =
        objects.all().stream()
            .filter(kept -> change(kept).isPresent())
            .flatMap(kept -> kept.now().stream())
            .toList();
    return wanted.stream()
        .filter(object -> changed.stream().noneMatch(now -> isSame(object, now)))
        .count();
  }
}
