package dev.catamaran.manifest;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Field by which the API server identifies the items of a list. The facts are the {@code
 * patchMergeKey} tags of the built-in types (k8s.io/api); lists of custom resources have none and
 * are compared whole.
 */
public enum MergeKeys {
  /** For the API server's built-in kinds: it also accepts strategic merge patches for them. */
  BUILT_IN {
    @Override
    Optional<String> of(String parent, String list) {
      if (list.equals("ports")) {
        return Optional.of(parent.equals("spec") ? "port" : "containerPort");
      }
      return Optional.ofNullable(KEYS.get(list));
    }

    @Override
    boolean isUnion(String field) {
      return UNIONS.contains(field);
    }
  },
  /** For custom resources. Only their metadata, and so its lists, is the API server's own. */
  NONE {
    @Override
    Optional<String> of(String parent, String list) {
      return parent.equals("metadata") && list.equals("ownerReferences")
          ? Optional.of("uid")
          : Optional.empty();
    }

    @Override
    boolean isUnion(String field) {
      return false;
    }
  };

  /**
   * Objects, or lists of objects, of which some fields exclude others: the validation of k8s.io/api
   * types allows one source, action or type.
   */
  private static final Set<String> UNIONS =
      Set.of(
          "backend",
          "env",
          "livenessProbe",
          "postStart",
          "preStop",
          "readinessProbe",
          "startupProbe",
          "strategy",
          "updateStrategy",
          "valueFrom",
          "volumes");

  private static final Map<String, String> KEYS =
      Map.ofEntries(
          Map.entry("containers", "name"),
          Map.entry("initContainers", "name"),
          Map.entry("ephemeralContainers", "name"),
          Map.entry("volumes", "name"),
          Map.entry("env", "name"),
          Map.entry("imagePullSecrets", "name"),
          Map.entry("secrets", "name"),
          Map.entry("webhooks", "name"),
          Map.entry("volumeMounts", "mountPath"),
          Map.entry("volumeDevices", "devicePath"),
          Map.entry("hostAliases", "ip"),
          Map.entry("topologySpreadConstraints", "topologyKey"),
          Map.entry("ownerReferences", "uid"));

  /**
   * Returns the merge key of the list {@code list} directly below the field {@code parent}; empty
   * for a list that is replaced whole.
   */
  abstract Optional<String> of(String parent, String list);

  /** Whether some fields of the object {@code field}, or of its items, exclude others. */
  abstract boolean isUnion(String field);
}
