package dev.catamaran.definition;

import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The schema of the status that the operator writes ({@code ReleaseStatus}). Unknown fields stay:
 * Go operators, and other versions of this one, write more.
 */
public final class StatusSchema {
  private static final String STRING = "string";
  private static final String INTEGER = "integer";

  private StatusSchema() {}

  /** Returns the schema. */
  public static JSONSchemaProps schema() {
    var status = new LinkedHashMap<String, JSONSchemaProps>();
    status.put("conditions", conditions());
    status.put(
        "observedGeneration",
        described(INTEGER, "Generation of the spec that the status describes."));
    status.put("state", described(STRING, "State of the release in one word."));
    status.put("deployedRelease", deployed());
    status.put("failures", failures());
    status.put("history", history());
    status.put("attempting", described(STRING, "Origin of the revision that is being made."));
    status.put(
        "lastHandledReconcileAt",
        described(STRING, "Value of the newest annotation that requested a new revision."));
    status.put(
        "lastHandledResetAt",
        described(STRING, "Value of the newest annotation that requested a reset of all retries."));
    return object("Observed state of the release.", status);
  }

  /**
   * A plain list: the operator applies all conditions together. In a list by type, those that a Go
   * operator wrote would stay after the operator has removed them.
   */
  private static JSONSchemaProps conditions() {
    return list(
        "State of the release; Ready sums it up.",
        fields(
            Map.entry("type", STRING),
            Map.entry("status", STRING),
            Map.entry("reason", STRING),
            Map.entry("message", STRING),
            Map.entry("lastTransitionTime", STRING),
            Map.entry("observedGeneration", INTEGER)));
  }

  private static JSONSchemaProps deployed() {
    var deployed =
        fields(
            Map.entry("namespace", STRING),
            Map.entry("name", STRING),
            Map.entry("revision", INTEGER),
            Map.entry("chart", STRING),
            Map.entry("version", STRING),
            Map.entry("appVersion", STRING),
            Map.entry("inputDigest", STRING));
    deployed.put(
        "onTrial",
        described("boolean", "Whether the revision must still become ready or pass its tests."));
    return object("The deployed revision.", deployed);
  }

  private static JSONSchemaProps failures() {
    return object(
        "Failures of the newest input.",
        fields(
            Map.entry("inputDigest", STRING),
            Map.entry("count", INTEGER),
            Map.entry("lastAt", STRING),
            Map.entry("hindered", INTEGER)));
  }

  private static JSONSchemaProps history() {
    return list(
        "Stored revisions of the operator, with their digests.",
        fields(Map.entry("revision", INTEGER), Map.entry("digest", STRING)));
  }

  @SafeVarargs
  private static Map<String, JSONSchemaProps> fields(Map.Entry<String, String>... typeByName) {
    var fields = new LinkedHashMap<String, JSONSchemaProps>();
    for (var field : typeByName) {
      fields.put(field.getKey(), OpenSchemas.scalar(field.getValue()));
    }
    return fields;
  }

  private static JSONSchemaProps described(String type, String description) {
    var field = OpenSchemas.scalar(type);
    field.setDescription(description);
    return field;
  }

  private static JSONSchemaProps object(String description, Map<String, JSONSchemaProps> fields) {
    var object = OpenSchemas.object(fields);
    object.setDescription(description);
    return object;
  }

  private static JSONSchemaProps list(String description, Map<String, JSONSchemaProps> fields) {
    var list = OpenSchemas.list(OpenSchemas.object(fields));
    list.setDescription(description);
    return list;
  }
}
