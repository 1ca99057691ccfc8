package dev.catamaran.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.fields.FieldChanges;
import dev.catamaran.fields.Mask;
import dev.catamaran.loopback.ApiPath;
import dev.catamaran.loopback.Selection;
import dev.catamaran.release.SecretTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The objects that kept-back writes made, changed and deleted. Safe for many threads. */
final class KeptObjects {
  private static final String HOOK = "helm.sh/hook";

  private final Map<ApiPath, Kept> byPath = new LinkedHashMap<>();
  private final List<Kept> hooks = new ArrayList<>();

  /**
   * A written object. Neither form is changed any more.
   *
   * @param before as the cluster has it; empty if it does not exist
   * @param now empty if it is deleted
   */
  record Kept(ApiPath path, Optional<ObjectNode> before, Optional<ObjectNode> now) {
    boolean isHook() {
      return now.or(() -> before).filter(KeptObjects::isHook).isPresent();
    }

    /** Whether the writes so far left it as it was. */
    boolean isAsBefore() {
      return before.isPresent()
          && now.isPresent()
          && FieldChanges.of(
                  before.get(),
                  now.get(),
                  MissingNode.getInstance(),
                  new Mask(false, SecretTexts.none()))
              .isEmpty();
    }

    private Kept with(Optional<ObjectNode> later) {
      return new Kept(path, before, later);
    }
  }

  private static boolean isHook(JsonNode object) {
    return object.path("metadata").path("annotations").has(HOOK);
  }

  /** Returns the events of a hook, such as {@code pre-upgrade}. */
  static List<String> events(JsonNode hook) {
    var text = hook.path("metadata").path("annotations").path(HOOK).asText("");
    return List.of(text.strip().split("\\s*,\\s*"));
  }

  synchronized Optional<Kept> find(ApiPath path) {
    return Optional.ofNullable(byPath.get(path.stored()));
  }

  /**
   * Keeps a write.
   *
   * @param live as the cluster has it; counts at the first write to an object only
   * @param now empty for a deletion
   */
  synchronized void put(ApiPath path, Optional<ObjectNode> live, Optional<ObjectNode> now) {
    var known = byPath.get(path.stored());
    var kept = known == null ? new Kept(path, live, now) : known.with(now);
    byPath.put(path.stored(), kept);
    boolean isMade = known == null ? live.isEmpty() : known.now().isEmpty();
    if (isMade && now.isPresent() && kept.isHook()) {
      hooks.add(kept);
    }
  }

  /** Returns the existing ones of a collection. */
  synchronized List<ObjectNode> in(ApiPath collection, Selection selection) {
    return byPath.entrySet().stream()
        .filter(entry -> collection.contains(entry.getKey()))
        .flatMap(entry -> entry.getValue().now().stream())
        .filter(selection::selects)
        .map(ObjectNode::deepCopy)
        .toList();
  }

  /** Whether a write changed which kinds the API server serves. */
  synchronized boolean changesApis() {
    return byPath.keySet().stream()
        .map(ApiPath::plural)
        .anyMatch(List.of("customresourcedefinitions", "apiservices")::contains);
  }

  /** Returns all, in the order of their first writes. */
  synchronized List<Kept> all() {
    return List.copyOf(byPath.values());
  }

  /** Returns the created hooks, in order; they may be deleted since. */
  synchronized List<Kept> hooks() {
    return List.copyOf(hooks);
  }

  /** Completes a new object as the API server does. */
  static ObjectNode completed(ApiPath path, ObjectNode object) {
    var made = object.deepCopy();
    var metadata = made.withObjectProperty("metadata");
    metadata.put("name", path.name());
    if (!path.namespace().isEmpty()) {
      metadata.put("namespace", path.namespace());
    }
    putIfMissing(metadata, "uid", UUID.randomUUID().toString());
    putIfMissing(metadata, "resourceVersion", "1");
    putIfMissing(metadata, "creationTimestamp", java.time.Instant.EPOCH.toString());
    return made;
  }

  private static void putIfMissing(ObjectNode metadata, String field, String value) {
    if (!metadata.hasNonNull(field)) {
      metadata.put(field, value);
    }
  }
}
