package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Another controller writes its own conditions while the operator reports. */
class ForeignConditionsIT {
  private static final String OPEN = "{type: object, x-kubernetes-preserve-unknown-fields: true}";

  /** A list of conditions that the API server merges by type. */
  private static final String LISTED =
      """
      {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {conditions: {type: array,
      x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [type], items: {type: object,
      required: [type], properties: {type: {type: string}}, x-kubernetes-preserve-unknown-fields: true}}}}
      """
          .replace("\n", " ");

  private static final int ROUNDS = 10;

  private interface Client {
    void report(PassingKind kind, String name, String reason);
  }

  @Test
  void stayWhileTheSpecChanges(TestNamespace namespace) {
    var listed = new PassingKind(namespace, "Listed", "v1");
    var plain = new PassingKind(namespace, "Plain", "v1");
    var schema = "{type: object, properties: {spec: %s, status: %s}}";
    listed.define(schema.formatted(OPEN, LISTED), "{status: {}}");
    plain.define(schema.formatted(OPEN, OPEN), "{status: {}}");
    namespace.operate(Watching.yaml(entry(listed) + entry(plain)));
    for (var kind : List.of(listed, plain)) {
      create(kind, name(kind));
      awaitReport(kind, name(kind));
    }
    assertEquals(List.of(), lost(listed, ForeignConditionsIT::apply));
    assertEquals(List.of(), lost(plain, ForeignConditionsIT::replace));
  }

  /** The rounds whose report of the other controller did not stay, or after which ours is gone. */
  private static List<String> lost(PassingKind kind, Client client) {
    var lost = new ArrayList<String>();
    var name = name(kind);
    for (int i = 0; i < ROUNDS; i++) {
      var reason = "Round" + i;
      var spec = "{\"spec\":{\"color\":\"%s\"}}".formatted(reason);
      var change =
          CompletableFuture.runAsync(
              () -> kind.object(name).patch(PatchContext.of(PatchType.JSON_MERGE), spec));
      client.report(kind, name, reason);
      change.join();
      awaitReport(kind, name);
      var shown = conditions(kind, name);
      if (!reason.equals(shown.get("Theirs")) || !shown.containsKey("Deployed")) {
        lost.add(reason + ": " + shown);
      }
    }
    return lost;
  }

  /** A release has the name of its primary, so each kind has another one. */
  private static String name(PassingKind kind) {
    return kind.kind().toLowerCase(Locale.ROOT);
  }

  private static void awaitReport(PassingKind kind, String name) {
    eventually(
        () -> {
          var primary = kind.object(name).require();
          assertEquals(
              primary.getMetadata().getGeneration(),
              Long.valueOf(String.valueOf(primary.<Object>get("status", "observedGeneration"))));
          assertEquals("AllReady", conditions(kind, name).get("Ready"));
        });
  }

  /** As the usual controllers of other languages apply. */
  private static void apply(PassingKind kind, String name, String reason) {
    var text =
        """
        {"apiVersion":"%s","kind":"%s","metadata":{"name":"%s"},"status":{"conditions":[%s]}}
        """
            .formatted(kind.apiVersion(), kind.kind(), name, condition(reason));
    kind.object(name)
        .subresource("status")
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager("theirs")
                .withForce(true)
                .build(),
            text);
  }

  /** As the usual controllers update: on a conflict, they read again. */
  private static void replace(PassingKind kind, String name, String reason) {
    eventually(
        () -> {
          var read = kind.object(name).require();
          List<Map<String, Object>> conditions = read.get("status", "conditions");
          var others =
              conditions.stream()
                  .filter(found -> !"Theirs".equals(found.get("type")))
                  .map(Serialization::asJson)
                  .collect(Collectors.joining(","));
          try {
            kind.object(name)
                .subresource("status")
                .patch(
                    PatchContext.of(PatchType.JSON_MERGE),
                    "{\"metadata\":{\"resourceVersion\":\"%s\"},\"status\":{\"conditions\":[%s,%s]}}"
                        .formatted(
                            read.getMetadata().getResourceVersion(), others, condition(reason)));
          } catch (KubernetesClientException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static String condition(String reason) {
    return """
    {"type":"Theirs","status":"True","reason":"%s","message":"","lastTransitionTime":"2026-01-01T00:00:00Z"}
    """
        .formatted(reason)
        .strip();
  }

  private static Map<String, String> conditions(PassingKind kind, String name) {
    List<Map<String, Object>> conditions =
        Objects.requireNonNull(kind.object(name).require().get("status", "conditions"));
    return conditions.stream()
        .collect(
            Collectors.toMap(
                found -> String.valueOf(found.get("type")),
                found -> String.valueOf(found.get("reason"))));
  }

  private static void create(PassingKind kind, String name) {
    var primary =
        Serialization.unmarshal(
            "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"},\"spec\":{\"color\":\"red\"}}"
                .formatted(kind.apiVersion(), kind.kind(), name),
            GenericKubernetesResource.class);
    kind.objects().resource(primary).create();
  }

  private static String entry(PassingKind kind) {
    return "- {group: %s, version: v1, kind: %s, chart: \"%s\"}\n"
        .formatted(
            kind.group(),
            kind.kind(),
            TestChart.named("colors").configMap("colors", "color", "{{ .Values.color }}").path());
  }
}
