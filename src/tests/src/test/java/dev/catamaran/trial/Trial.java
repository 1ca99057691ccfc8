package dev.catamaran.trial;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One chart, its primary, and the objects of the release. */
public final class Trial {
  private static final Set<String> FAILURES = Set.of("Irreconcilable", "ReleaseFailed");

  private final TrialChart chart;
  private final String primary;
  private final TestNamespace namespace;
  private final Apis apis;

  Trial(TrialChart chart, String primary, TestNamespace namespace, Apis apis) {
    this.chart = chart;
    this.primary = primary;
    this.namespace = namespace;
    this.apis = apis;
  }

  /** The chart. */
  public TrialChart chart() {
    return chart;
  }

  /** The name of the primary: that of the chart, if it has one primary. */
  public String name() {
    return primary;
  }

  /** Creates or changes the primary. */
  public void apply(String spec) {
    TrialKinds.primaries(chart, namespace)
        .resource(described(spec))
        .createOr(r -> r.patch(PatchContext.of(PatchType.JSON_MERGE)));
  }

  /** Creates the primary; returns false if one of this name still exists. */
  public boolean create(String spec) {
    if (!isGone()) {
      return false;
    }
    TrialKinds.primaries(chart, namespace).resource(described(spec)).create();
    return true;
  }

  /** Changes {@code step} in the spec of the primary; fails if the primary does not exist. */
  public void change(String step) {
    primary()
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            Serialization.asJson(Map.of("spec", Map.of("step", step))));
  }

  private GenericKubernetesResource described(String spec) {
    var object =
        """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, namespace: %s}
        spec: %s
        """
            .formatted(TrialKinds.API, chart.kind(), primary, namespace.name(), spec);
    return Serialization.unmarshal(object, GenericKubernetesResource.class);
  }

  /** Sets an annotation of the primary. */
  public void annotate(String key, String value) {
    primary()
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value));
  }

  /** Deletes the primary, without waiting. */
  public void delete() {
    primary().delete();
  }

  /** Whether the primary is gone. */
  public boolean isGone() {
    return primary().get() == null;
  }

  /** Waits until the release has this revision and all is ready. */
  public void awaitReady(int revision) {
    await(revision, "True");
  }

  /** Waits until the release has this revision, which is not that of its spec. */
  public void awaitHeld(int revision) {
    await(revision, "False");
  }

  private void await(int revision, String ready) {
    eventually(
        () -> {
          var found = primary().get();
          assertNotNull(found, "the primary is gone");
          var status = String.valueOf(found.getAdditionalProperties().get("status"));
          assertEquals(
              found.getMetadata().getGeneration(),
              asLong(found.get("status", "observedGeneration")),
              status);
          assertEquals(
              revision, asLong(found.get("status", "deployedRelease", "revision")), status);
          assertEquals(ready, ready(found), status);
        });
  }

  /** Whether the operator has made a pass over its present spec since that reset of retries. */
  public boolean hasHandled(String resetAt) {
    var found = primary().get();
    return found != null
        && resetAt.equals(found.get("status", "lastHandledResetAt"))
        && found.getMetadata().getGeneration() == asLong(found.get("status", "observedGeneration"));
  }

  /** Whether the operator has deployed the present spec, or said why not. */
  public boolean isDecided() {
    var found = primary().get();
    return found != null
        && conditions(found).stream()
            .anyMatch(
                condition ->
                    "True".equals(condition.get("status"))
                        && ("Deployed".equals(condition.get("type"))
                            || FAILURES.contains(String.valueOf(condition.get("type")))));
  }

  /** The messages of conditions that report a failure. */
  public List<String> problems() {
    var found = primary().get();
    return found == null
        ? List.of()
        : conditions(found).stream()
            .filter(condition -> FAILURES.contains(String.valueOf(condition.get("type"))))
            .filter(condition -> "True".equals(condition.get("status")))
            .map(condition -> String.valueOf(condition.get("message")))
            .toList();
  }

  /** The status of the primary, for messages. */
  public String status() {
    var found = primary().get();
    return primary
        + ": "
        + (found == null ? "gone" : found.getAdditionalProperties().get("status"));
  }

  /** The stored revisions: {@code 1 superseded, 2 deployed}. */
  public List<String> revisions() {
    return namespace.revisions(release());
  }

  /** The objects in the manifest of the newest revision. */
  public Map<ObjectKey, ManifestObject> manifest() {
    var stored = StoredRelease.newest(namespace, release());
    return Manifest.of(stored.path("manifest").asText()).objects().stream()
        .collect(
            Collectors.toMap(
                object -> apis.locate(object.key(), namespace.name()),
                object -> object,
                (a, b) -> a,
                java.util.LinkedHashMap::new));
  }

  /** The notes of the newest revision. */
  public String notes() {
    return StoredRelease.newest(namespace, release()).path("info").path("notes").asText();
  }

  /** The live objects of the newest revision. */
  public Map<String, JsonNode> snapshot() {
    var found = new TreeMap<String, JsonNode>();
    manifest()
        .forEach(
            (key, desired) -> {
              var live = object(key).get();
              if (live != null) {
                found.put(key.toString(), Snapshot.of(live, desired));
              }
            });
    return found;
  }

  /** One object in the cluster. */
  public Resource<GenericKubernetesResource> object(ObjectKey key) {
    return apis.resource(key);
  }

  private String release() {
    var found = primary().get();
    assertNotNull(found, "the primary is gone");
    String name = found.get("status", "deployedRelease", "name");
    assertNotNull(name, () -> "no release in " + found.getAdditionalProperties().get("status"));
    return name;
  }

  private Resource<GenericKubernetesResource> primary() {
    return TrialKinds.primaries(chart, namespace).withName(primary);
  }

  private static long asLong(@Nullable Number number) {
    return number == null ? 0 : number.longValue();
  }

  private static String ready(GenericKubernetesResource found) {
    return conditions(found).stream()
        .filter(condition -> "Ready".equals(condition.get("type")))
        .map(condition -> String.valueOf(condition.get("status")))
        .findFirst()
        .orElse("no such condition");
  }

  private static List<Map<String, Object>> conditions(GenericKubernetesResource found) {
    List<Map<String, Object>> conditions = found.get("status", "conditions");
    return conditions == null ? List.of() : conditions;
  }
}
