package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares a wanted object with the live one: every wanted field must exist and be equal; other
 * fields do not count. Helm compares likewise (Helm, pkg/kube/client.go), so both leave the same
 * fields unchanged.
 */
public final class ManifestDiff {
  /** Prefix of a directive with the order of a list, which follows. */
  static final String ORDER = "$setElementOrder/";

  private static final String DIRECTIVE = "$patch";

  /** By the difference of an item from the wanted one. Names identify it, if the key does not. */
  private static final Comparator<ObjectNode> LIKENESS =
      Comparator.<ObjectNode, Boolean>comparing(difference -> difference.has("name"))
          .thenComparingInt(ObjectNode::size);

  /** Other owners of an object never occupy the place of one. */
  private static final String OWNERS = "ownerReferences";

  private final MergeKeys keys;
  private final int levels;

  /** How far above the nearest change the parts of the present patch are. */
  private final IdentityHashMap<JsonNode, Integer> heights = new IdentityHashMap<>();

  /** Compares lists by these keys. Live content that the manifest does not list stays. */
  public ManifestDiff(MergeKeys keys) {
    this(keys, 0);
  }

  /**
   * Compares lists by these keys.
   *
   * @param levels how far above a change an object or list is as the manifest has it, without the
   *     live content that the manifest does not list; 0 if that stays everywhere, as with Helm: the
   *     API server or a webhook may have added it
   */
  public ManifestDiff(MergeKeys keys, int levels) {
    this.keys = keys;
    this.levels = levels;
  }

  /**
   * Returns the patch that makes {@code live} agree with {@code desired}: a strategic merge patch
   * for built-in kinds, a JSON merge patch for others.
   *
   * @return empty if nothing differs
   */
  public Optional<ObjectNode> patch(JsonNode desired, JsonNode live) {
    var patch = object(desired, live, "");
    keys.replaced(desired)
        .filter(field -> patch.at(field).isObject())
        .ifPresent(field -> patch.withObject(field.head()).set(name(field), desired.at(field)));
    return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
  }

  private static String name(JsonPointer field) {
    return field.last().getMatchingProperty();
  }

  private ObjectNode object(JsonNode desired, JsonNode live, String name) {
    var patch = JsonNodeFactory.instance.objectNode();
    for (var field : desired.properties()) {
      var list = field.getKey();
      var found = live.path(list);
      differing(field.getValue(), found, name, list).ifPresent(change -> patch.set(list, change));
      order(field.getValue(), found, name, list)
          .filter(order -> !(patch.path(list) instanceof ArrayNode items && isReplacing(items)))
          .ifPresent(order -> patch.set(ORDER + list, order));
    }
    if (levels > 0 && !patch.isEmpty()) {
      int height = height(patch.properties().stream().map(Map.Entry::getValue));
      heights.put(patch, height);
      if (height <= levels) {
        live.properties().stream()
            .map(Map.Entry::getKey)
            .filter(field -> !desired.has(field))
            .forEach(patch::putNull);
      }
    }
    return patch;
  }

  /** Returns the height of what has these parts: that of a new value is 0. */
  private int height(Stream<JsonNode> parts) {
    return 1 + parts.mapToInt(part -> heights.getOrDefault(part, 0)).min().orElse(0);
  }

  /**
   * Returns the order of a list in which it matters, if the live items are in another one, or some
   * are missing: a patch alone would put these before all others.
   */
  private Optional<ArrayNode> order(JsonNode desired, JsonNode live, String parent, String name) {
    var key = MergeKeys.isOrdered(name) ? keys.of(parent, name) : Optional.<ItemKey>empty();
    if (key.isEmpty()
        || !(desired instanceof ArrayNode wanted && live instanceof ArrayNode found)
        || !key.get().identifies(wanted)) {
      return Optional.empty();
    }
    var order = JsonNodeFactory.instance.arrayNode();
    int last = -1;
    boolean isKept = true;
    for (var item : wanted) {
      int index = key.get().indexIn(found, item).orElse(-1);
      isKept &= index > last;
      last = index;
      order.addObject().set(key.get().field(), item.path(key.get().field()));
    }
    return isKept ? Optional.empty() : Optional.of(order);
  }

  private Optional<JsonNode> differing(
      JsonNode desired, JsonNode live, String parent, String name) {
    if (desired.isNull()) {
      return isNothing(live) || keys.isShared(parent, name)
          ? Optional.empty()
          : Optional.of(desired);
    }
    if (isEmptyList(desired) && isNothing(live) && keys.dropsEmptyLists()) {
      return Optional.empty();
    }
    if (desired.isObject() && live.isObject()) {
      var patch = object(desired, live, name);
      return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
    }
    if (desired.isArray() && live.isArray()) {
      return list((ArrayNode) desired, (ArrayNode) live, parent, name);
    }
    return sameScalar(desired, live) ? Optional.empty() : Optional.of(desired);
  }

  private static boolean isEmptyList(JsonNode node) {
    return node.isArray() && node.isEmpty();
  }

  /** The API server makes an empty one of a null in a map of texts or quantities. */
  private static boolean isNothing(JsonNode live) {
    return live.isMissingNode()
        || live.isNull()
        || (live.isTextual() && (live.asText().isEmpty() || live.asText().equals("0")));
  }

  private Optional<JsonNode> list(ArrayNode desired, ArrayNode live, String parent, String name) {
    if (MergeKeys.isSet(parent, name)) {
      return set(desired, live);
    }
    var key = keys.of(parent, name);
    if (key.filter(k -> k.identifies(desired)).isPresent()) {
      return keyed(desired, live, key.get(), name);
    }
    var whole = whole(desired, live, name);
    return key.filter(ItemKey::isMerged).isPresent()
        ? whole.map(ManifestDiff::replacing)
        : whole.map(list -> list);
  }

  /** A patch that replaces a set must also contain the items of other clients. */
  private Optional<JsonNode> set(ArrayNode desired, ArrayNode live) {
    var lacking = lacking(desired, live);
    if (lacking.isEmpty()) {
      return Optional.empty();
    }
    var patch = JsonNodeFactory.instance.arrayNode();
    return Optional.of((keys.mergesSets() ? patch : patch.addAll(live)).addAll(lacking));
  }

  static List<JsonNode> lacking(JsonNode one, JsonNode other) {
    var lacking = new LinkedHashSet<JsonNode>();
    one.forEach(lacking::add);
    other.forEach(lacking::remove);
    return List.copyOf(lacking);
  }

  /** The API server would merge the items by a key that does not identify them. */
  private static JsonNode replacing(ArrayNode list) {
    var replacing = list.deepCopy();
    replacing.addObject().put(DIRECTIVE, "replace");
    return replacing;
  }

  /** Whether the API server would replace a list by this patch, whatever the keys of the items. */
  static boolean isReplacing(ArrayNode patch) {
    return patch.path(patch.size() - 1).path(DIRECTIVE).asText().equals("replace");
  }

  private Optional<JsonNode> keyed(ArrayNode desired, ArrayNode live, ItemKey key, String name) {
    var patch = JsonNodeFactory.instance.arrayNode();
    boolean isAmbiguous = false;
    for (var item : desired) {
      var counterpart = counterpart(item, live, key, name);
      if (counterpart.isEmpty()) {
        patch.add(item);
        continue;
      }
      var difference = object(item, counterpart.get(), name);
      if (!difference.isEmpty()) {
        patch.add(difference.set(key.field(), item.path(key.field())));
        isAmbiguous |= key.in(live, item).size() > 1;
      }
    }
    if (patch.isEmpty()) {
      return Optional.empty();
    }
    if (!key.isMerged()) {
      return Optional.of(withOthers(desired, live, key, name));
    }
    int height = height(patch.valueStream());
    boolean removes = height <= levels && !name.equals(OWNERS);
    if (isAmbiguous || (removes && !key.identifies(live))) {
      return Optional.of(replacing(removes ? desired : withOthers(desired, live, key, name)));
    }
    if (removes) {
      patch.addAll(removal(desired, live, key));
    }
    heights.put(patch, height);
    return Optional.of(patch);
  }

  /**
   * Returns the live form of {@code item}: of several with its key, the one that is most like it.
   *
   * @param list name of the list
   */
  Optional<JsonNode> counterpart(JsonNode item, ArrayNode live, ItemKey key, String list) {
    return key.in(live, item).stream()
        .min(Comparator.comparing(found -> object(item, found, list), LIKENESS));
  }

  /** Whether a list without a key has what is wanted of an item. */
  boolean agreesWithOne(JsonNode item, JsonNode list) {
    return list.valueStream().anyMatch(found -> differing(item, found, "", "").isEmpty());
  }

  private static ArrayNode removal(ArrayNode desired, ArrayNode live, ItemKey key) {
    var removal = JsonNodeFactory.instance.arrayNode();
    for (var item : live) {
      if (key.in(desired, item).isEmpty()) {
        removal.addObject().put(DIRECTIVE, "delete").set(key.field(), item.path(key.field()));
      }
    }
    return removal;
  }

  /** A patch that replaces a list must also contain the items of other clients. */
  private ArrayNode withOthers(ArrayNode desired, ArrayNode live, ItemKey key, String name) {
    var others = new ArrayList<JsonNode>();
    live.forEach(others::add);
    for (var item : desired) {
      counterpart(item, live, key, name).ifPresent(found -> others.remove(found));
    }
    return JsonNodeFactory.instance.arrayNode().addAll(others).addAll(desired);
  }

  /** A list without a key is right if it has as many items, and each has its wanted fields. */
  private Optional<ArrayNode> whole(ArrayNode desired, ArrayNode live, String name) {
    if (desired.size() != live.size()) {
      return Optional.of(desired);
    }
    for (int i = 0; i < desired.size(); i++) {
      if (differing(desired.get(i), live.get(i), "", name).isPresent()) {
        return Optional.of(desired);
      }
    }
    return Optional.empty();
  }

  /** YAML may write the same number as 3, 3.0 or 3e0. */
  static boolean sameScalar(JsonNode one, JsonNode other) {
    return (one.isNumber() && other.isNumber())
        ? one.decimalValue().compareTo(other.decimalValue()) == 0
        : one.equals(other);
  }
}
