package dev.catamaran.manifest;

import com.fasterxml.jackson.databind.JsonNode;

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
   * Whether the chart wants the object to outlive the release ({@code helm.sh/resource-policy:
   * keep}).
   */
  public boolean isKept() {
    return content
        .path("metadata")
        .path("annotations")
        .path(RESOURCE_POLICY)
        .asText("")
        .strip()
        .equalsIgnoreCase("keep");
  }
}
