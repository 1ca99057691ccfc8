package dev.catamaran.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.manifest.ManifestObject;
import java.util.List;

/**
 * An object that a template makes.
 *
 * @param template path of the template, which begins with the name of the chart
 * @param resource its resource
 * @param namespace empty for a cluster-scoped object
 * @param events events of a hook, such as {@code pre-install}; empty for an object of the manifest
 * @param content the rendered object
 */
public record RecordedObject(
    String template,
    ApiResource resource,
    String namespace,
    List<String> events,
    JsonNode content) {
  private static final String TEST = "test";

  /** Returns its name. */
  public String name() {
    return content.path("metadata").path("name").asText();
  }

  /** Whether Helm creates it at events only. */
  public boolean isHook() {
    return !events.isEmpty();
  }

  /** Whether Helm creates it for a test only. */
  public boolean isTest() {
    return isHook() && events.stream().allMatch(TEST::equals);
  }

  /** Whether it outlives its release. */
  public boolean isKept() {
    return new ManifestObject(content).isKept();
  }
}
