package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One object of a manifest, as the chart wants it.
 *
 * @param content the whole object; never changed
 */
public record ManifestObject(JsonNode content) {
  /**
   * Helm's annotation for objects that outlive their release (Helm, pkg/kube/resource_policy.go).
   */
  private static final String RESOURCE_POLICY = "helm.sh/resource-policy";

  /** The engine writes the chart's word here, and {@code keep} in its place. */
  private static final String UNKNOWN_POLICY = "catamaran.dev/resource-policy";

  /** Helm's annotation for objects outside of the manifest (Helm, pkg/release/v1/hook.go). */
  private static final String HOOK = "helm.sh/hook";

  /**
   * Group and kind. A Namespace holds the claims in it. A Secret may hold a generated password,
   * without which the data of a claim is of no use.
   */
  private static final Set<String> DATA =
      Set.of(
          "/Namespace",
          "/PersistentVolume",
          "/PersistentVolumeClaim",
          "/Secret",
          "apiextensions.k8s.io/CustomResourceDefinition");

  /** Returns the key in the manifest: the namespace is empty if the chart names none. */
  public ObjectKey key() {
    var metadata = content.path("metadata");
    return new ObjectKey(
        content.path("apiVersion").asText(),
        content.path("kind").asText(),
        metadata.path("namespace").asText(""),
        metadata.path("name").asText());
  }

  /**
   * Whether the chart wants the object to outlive the release: {@code helm.sh/resource-policy:
   * keep}. Helm's uninstall deletes no object with another word, either.
   */
  public boolean isKept() {
    return !annotations().path(RESOURCE_POLICY).asText("").isBlank();
  }

  /** Whether the chart keeps it by a word that Helm does not know, such as {@code Retain}. */
  public boolean isKeptByUnknownWord() {
    return annotations().has(UNKNOWN_POLICY);
  }

  /** Whether it is the object of a hook. No Helm uninstall deletes such an object. */
  public boolean isHook() {
    return annotations().has(HOOK);
  }

  /** Returns the events of a hook, such as {@code pre-delete}; none if it is no hook. */
  public Set<String> hookEvents() {
    var text = annotations().path(HOOK).asText("").toLowerCase(Locale.ROOT);
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .filter(event -> !event.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  private JsonNode annotations() {
    return content.path("metadata").path("annotations");
  }

  /**
   * Whether its deletion can delete what no client can make again. This is the one list of such
   * objects: no remedy deletes one, and Helm deletes it only when the chart drops it, or a person
   * deletes the release. The controller of a custom resource may delete volumes with it.
   */
  public boolean holdsData() {
    var key = key();
    return !BuiltInGroups.contains(key.group())
        || DATA.contains(key.group() + "/" + key.kind())
        || ownsItsClaims();
  }

  /**
   * Whether the claims of a StatefulSet go with it. It also owns claims that were there before it
   * (Kubernetes, apps/v1, {@code persistentVolumeClaimRetentionPolicy}).
   */
  private boolean ownsItsClaims() {
    return key().kind().equals("StatefulSet")
        && content
            .at("/spec/persistentVolumeClaimRetentionPolicy/whenDeleted")
            .asText()
            .equals("Delete");
  }
}
