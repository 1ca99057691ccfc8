package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.fields.FieldChanges;
import dev.catamaran.fields.Mask;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.preview.KeptObjects.Kept;
import dev.catamaran.preview.ObjectChange.Action;
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
    if (kept.before().isEmpty()) {
      return kept.now()
          .map(now -> ObjectChange.of(Action.CREATED, now, isDeployed(now), List.of()));
    }
    var before = kept.before().get();
    if (kept.now().isEmpty()) {
      return Optional.of(ObjectChange.of(Action.DELETED, before, false, List.of()));
    }
    var now = kept.now().get();
    var fields = FieldChanges.of(before, now, inDeployed(now), Mask.of(now, secrets));
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(
            ObjectChange.of(
                Action.CHANGED, now, fields.stream().allMatch(FieldChange::drift), fields));
  }

  private boolean isDeployed(JsonNode object) {
    return !inDeployed(object).isMissingNode();
  }

  private JsonNode inDeployed(JsonNode object) {
    return deployed.stream()
        .filter(wanted -> isSame(wanted, object))
        .map(ManifestObject::content)
        .findFirst()
        .orElse(MissingNode.getInstance());
  }

  private boolean isSame(ManifestObject wanted, JsonNode object) {
    var metadata = object.path("metadata");
    var live = metadata.path("namespace").asText("");
    var own = wanted.key().namespace().isEmpty() ? namespace : wanted.key().namespace();
    return wanted.key().kind().equals(object.path("kind").asText())
        && group(wanted.key().apiVersion()).equals(group(object.path("apiVersion").asText()))
        && wanted.key().name().equals(metadata.path("name").asText())
        && (live.isEmpty() || own.equals(live));
  }

  private static String group(String apiVersion) {
    return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
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
    var metadata = hook.path("metadata");
    return new HookRun(
        hook.path("apiVersion").asText(),
        hook.path("kind").asText(),
        metadata.path("namespace").asText(""),
        metadata.path("name").asText(),
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
