package dev.catamaran.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Fields that identify the items of lists. The facts are the {@code patchMergeKey} tags of the
 * built-in types (k8s.io/api); lists of custom resources have none and are compared whole.
 */
public enum MergeKeys {
  /** For the API server's built-in kinds: it also accepts strategic merge patches for them. */
  BUILT_IN {
    @Override
    Optional<ItemKey> of(String parent, String list) {
      var typed = LIKE_CONTAINERS.contains(parent) ? "containers" : parent;
      return Optional.ofNullable(KEYS.get(typed + "/" + list));
    }

    @Override
    boolean mergesSets() {
      return true;
    }

    @Override
    public Optional<JsonPointer> replaced(JsonNode object) {
      return object.path("kind").asText().equals("PodDisruptionBudget")
          ? Optional.of(SELECTOR)
          : Optional.empty();
    }
  },
  /** For custom resources. Only their metadata, and so its lists, is the API server's own. */
  NONE {
    @Override
    Optional<ItemKey> of(String parent, String list) {
      return parent.equals("metadata") && list.equals("ownerReferences")
          ? Optional.of(compared("uid"))
          : Optional.empty();
    }

    @Override
    boolean mergesSets() {
      return false;
    }

    @Override
    public Optional<JsonPointer> replaced(JsonNode object) {
      return Optional.empty();
    }
  };

  private static final JsonPointer SELECTOR = JsonPointer.compile("/spec/selector");

  /** Init containers run in their order, and a variable may refer to earlier ones. */
  private static final Set<String> ORDERED = Set.of("env", "initContainers");

  /** Maps whose keys are names. The engine has the same ones (src/engine/fields). */
  private static final Set<String> OPEN =
      Set.of("annotations", "labels", "nodeSelector", "data", "binaryData", "limits", "requests");

  /** Their items have the fields of {@code containers}. */
  private static final Set<String> LIKE_CONTAINERS =
      Set.of("initContainers", "ephemeralContainers");

  /**
   * By parent and name, since other types have lists of the same name without a merge key, such as
   * the ports of an EndpointSlice.
   */
  private static final Map<String, ItemKey> KEYS =
      Map.ofEntries(
          Map.entry("metadata/ownerReferences", merged("uid")),
          Map.entry("spec/containers", merged("name")),
          Map.entry("spec/initContainers", merged("name")),
          Map.entry("spec/ephemeralContainers", merged("name")),
          Map.entry("spec/volumes", merged("name")),
          Map.entry("spec/imagePullSecrets", merged("name")),
          Map.entry("spec/hostAliases", merged("ip")),
          Map.entry("spec/topologySpreadConstraints", merged("topologyKey")),
          Map.entry("containers/ports", merged("containerPort")),
          Map.entry("containers/env", merged("name")),
          Map.entry("containers/volumeMounts", merged("mountPath")),
          Map.entry("containers/volumeDevices", merged("devicePath")),
          // Of a Service.
          Map.entry("spec/ports", merged("port")),
          // Of a ServiceAccount. Clusters add items, so neither list is compared whole.
          Map.entry("/secrets", merged("name")),
          Map.entry("/imagePullSecrets", compared("name")),
          // Of a webhook configuration.
          Map.entry("/webhooks", merged("name")));

  private static ItemKey merged(String field) {
    return new ItemKey(field, /* isMerged= */ true);
  }

  private static ItemKey compared(String field) {
    return new ItemKey(field, /* isMerged= */ false);
  }

  /**
   * Returns the key of the list {@code list} directly below the field {@code parent}.
   *
   * @param parent the empty text for a field of the object itself
   * @return empty for a list that is compared and replaced whole
   */
  abstract Optional<ItemKey> of(String parent, String list);

  /**
   * Returns the field by which the API server merges a strategic merge patch into the list {@code
   * list} directly below the field {@code parent}, or below the items of the list {@code parent}.
   *
   * @param parent the empty text for a field of the object itself
   * @return empty for a list that the patch replaces
   */
  public Optional<String> mergedBy(String parent, String list) {
    return of(parent, list).filter(ItemKey::isMerged).map(ItemKey::field);
  }

  /**
   * Whether the list {@code list} directly below the field {@code parent} is a set of texts to
   * which several clients add: {@code metadata.finalizers} (apimachinery, ObjectMeta).
   */
  static boolean isSet(String parent, String list) {
    return parent.equals("metadata") && list.equals("finalizers");
  }

  /** Whether each client adds its own entries to the field {@code name} of {@code parent}. */
  boolean isShared(String parent, String name) {
    return isSet(parent, name) || OPEN.contains(name) || of(parent, name).isPresent();
  }

  /** Whether the order of the items of a list matters to the API server's own controllers. */
  static boolean isOrdered(String list) {
    return ORDERED.contains(list);
  }

  /**
   * Whether an empty list is stored as none: built-in kinds are stored in protobuf, which has no
   * empty lists (k8s.io/api, generated.proto). A patch that writes one has no effect, but for the
   * items that somebody added meanwhile.
   */
  boolean dropsEmptyLists() {
    return this == BUILT_IN;
  }

  /** Whether the API server adds the items of a patch to a set; otherwise it replaces the set. */
  abstract boolean mergesSets();

  /**
   * Returns the field of an object that the API server replaces by that of a patch, and does not
   * merge: the tag {@code patchStrategy} in k8s.io/api.
   */
  public abstract Optional<JsonPointer> replaced(JsonNode object);
}
