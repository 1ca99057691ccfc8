package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.preview.ReleasePreview.HookRun;
import dev.catamaran.release.SecretTexts;
import java.util.List;
import java.util.Optional;

/**
 * Reads the changes out of the kept-back writes. Pure.
 *
 * @param written the writes of a pass, as {@link Gateway#written} returns them
 * @param deployed the objects of the deployed manifest
 * @param namespace of the release
 * @param secrets texts that are never shown
 */
record Collected(
    JsonNode written, List<ManifestObject> deployed, String namespace, SecretTexts secrets) {
  private static final List<String> INSTALL = List.of("pre-install", "post-install");

  /** Returns the changed objects, in the order of their first writes. */
  List<ObjectChange> changes() {
    return written.path("objects").valueStream().flatMap(each -> change(each).stream()).toList();
  }

  private Optional<ObjectChange> change(JsonNode object) {
    var now = object.path("now");
    var wanted =
        deployed.stream()
            .filter(each -> isSame(each, now))
            .findFirst()
            .<JsonNode>map(ManifestObject::content)
            .orElse(MissingNode.getInstance());
    return ObjectChange.between(object.path("before"), now, wanted, secrets);
  }

  private boolean isSame(ManifestObject wanted, JsonNode object) {
    var live = key(object);
    return RevisionChanges.identity(wanted.key(), live.namespace().isEmpty() ? "" : namespace)
        .equals(RevisionChanges.identity(live, ""));
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
    return written.path("hooks").valueStream().map(hook -> run(hook, isFirst)).toList();
  }

  private static HookRun run(JsonNode hook, boolean isFirst) {
    var text = hook.at("/metadata/annotations").path("helm.sh/hook").asText("");
    var events = List.of(text.strip().split("\\s*,\\s*"));
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
        written
            .path("objects")
            .valueStream()
            .filter(each -> change(each).isPresent())
            .map(each -> each.path("now"))
            .toList();
    return wanted.stream()
        .filter(object -> changed.stream().noneMatch(now -> isSame(object, now)))
        .count();
  }
}
