package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Another client, or a backup without statuses, drops what the operator reported. */
class LostStatusIT {
  private static final String ALL = "{\"status\":null}";
  private static final String ALLOWED = "allowUnreportedRevisions: true";

  @Test
  void changesNothingWhileTheOperatorRuns(TestNamespace namespace) {
    var drops =
        Map.of(
            "all", ALL,
            "release", "{\"status\":{\"history\":null,\"deployedRelease\":null}}",
            "digests", "{\"status\":{\"history\":[],\"deployedRelease\":null}}",
            "half", "{\"status\":{\"history\":[{\"revision\":1}],\"conditions\":[]}}");
    namespace.operate(watching());
    drops.keySet().forEach(name -> namespace.apply("Widget", name, "{color: red}"));
    drops.keySet().forEach(name -> namespace.awaitReady("Widget", name));
    var before = uids(namespace);

    drops.forEach((name, drop) -> namespace.mergeStatus("Widget", name, drop));
    drops.keySet().forEach(name -> wake(namespace, name, "once"));

    for (var name : drops.keySet()) {
      eventually(() -> assertEquals(1, history(namespace, name).size(), name));
      namespace.awaitReady("Widget", name);
    }
    assertEquals(before, uids(namespace));

    drops.forEach((name, drop) -> namespace.mergeStatus("Widget", name, drop));
    drops.keySet().forEach(name -> namespace.apply("Widget", name, "{color: green}"));
    drops.keySet().forEach(name -> namespace.awaitRevisions(name, "1 superseded", "2 deployed"));
  }

  @Test
  void makesAPrimaryWaitIfItHappensInADowntime(TestNamespace namespace) {
    var operator = namespace.operate(watching("remediation: {upgrade: keep, install: keep}"));
    for (var name : List.of("good", "pending", "failed", "first")) {
      namespace.apply("Widget", name, "{color: red, broken: %s}".formatted(name.equals("first")));
    }
    for (var name : List.of("good", "pending", "failed")) {
      namespace.awaitReady("Widget", name);
    }
    namespace.patch("Widget", "failed", "{spec: {broken: true}}");
    namespace.awaitRevisions("failed", "1 deployed", "2 failed");
    namespace.awaitReason("Widget", "first", "Stalled", "RetriesExceeded");
    namespace.awaitReason("Widget", "failed", "Stalled", "RetriesExceeded");
    operator.close();
    StoredRelease.mark(namespace, "pending", 1, "pending-upgrade");
    var names = List.of("good", "pending", "failed", "first");
    names.forEach(name -> namespace.mergeStatus("Widget", name, ALL));
    var before = uids(namespace);

    var next = namespace.operate(watching("remediation: {upgrade: keep, install: keep}"));
    for (var name : names) {
      namespace.awaitReason("Widget", name, "Stalled", "RevisionNotReported");
      assertEquals("False", namespace.condition("Widget", name, "Ready").get("status"));
      assertTrue(
          namespace
              .condition("Widget", name, "Ready")
              .getOrDefault("message", "")
              .contains(ALLOWED));
    }
    names.forEach(name -> namespace.apply("Widget", name, "{color: green}"));
    names.forEach(name -> wake(namespace, name, "once"));
    names.forEach(name -> namespace.annotate("Widget", name, "catamaran.dev/reconcile-at", "now"));
    throughout(Duration.ofSeconds(3), () -> assertEquals(before, uids(namespace)));
    assertEquals(List.of("1 pending-upgrade"), namespace.revisions("pending"));

    namespace.apply("Widget", "good", "{color: red, broken: false}");
    namespace.annotate("Widget", "good", "catamaran.dev/reconcile-at", null);
    next.close();
    namespace.operate(watching(ALLOWED));
    names.forEach(name -> namespace.awaitReady("Widget", name));
    assertEquals(List.of("1 deployed"), namespace.revisions("good"));
    assertEquals("green", namespace.data("failed-colors").get("color"));
    assertEquals(objectUids(before), objectUids(uids(namespace)));
  }

  /** A backup gives each object a new uid. */
  @Test
  void isLostInABackupToo(TestNamespace namespace) {
    var operator = namespace.operate(watching());
    namespace.deploy("Widget", "one", "{color: red}");
    operator.close();
    var widget = namespace.resource("Widget", "one");
    TestNamespace.edit(
        widget,
        found -> {
          found.getMetadata().setFinalizers(List.of());
          return found;
        });
    // The collector must not delete the objects, which a restored backup has.
    TestNamespace.edit(
        namespace.client().configMaps().inNamespace(namespace.name()).withName("one-colors"),
        found -> {
          found.getMetadata().setOwnerReferences(List.of());
          return found;
        });
    widget.delete();
    eventually(() -> assertNull(widget.get()));
    var before = uids(namespace);
    var uid = namespace.apply("Widget", "one", "{color: red}").getMetadata().getUid();

    var next = namespace.operate(watching());
    namespace.awaitReason("Widget", "one", "Stalled", "RevisionNotReported");
    namespace.apply("Widget", "one", "{color: green}");
    throughout(Duration.ofSeconds(3), () -> assertEquals(before, uids(namespace)));

    next.close();
    namespace.operate(watching(ALLOWED));
    namespace.awaitReady("Widget", "one");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    assertEquals(
        List.of(uid),
        namespace
            .existing(ConfigMap.class, "one-colors")
            .getMetadata()
            .getOwnerReferences()
            .stream()
            .map(OwnerReference::getUid)
            .toList());
    assertEquals(objectUids(before), objectUids(uids(namespace)));
  }

  private static List<Object> history(TestNamespace namespace, String name) {
    var primary = Objects.requireNonNull(namespace.primary("Widget", name));
    List<Map<String, Object>> history = primary.get("status", "history");
    return history == null
        ? List.of()
        : history.stream().map(entry -> entry.get("digest")).filter(Objects::nonNull).toList();
  }

  private static void wake(TestNamespace namespace, String name, String token) {
    namespace.annotate("Widget", name, "catamaran.dev/reset-at", token);
  }

  /** All that an installation would replace. */
  private static Map<String, String> uids(TestNamespace namespace) {
    var uids = new TreeMap<String, String>();
    Stream.<HasMetadata>concat(
            namespace.list(Secret.class).stream()
                .filter(secret -> secret.getMetadata().getName().startsWith("sh.helm")),
            namespace.list(ConfigMap.class).stream())
        .forEach(object -> uids.put(object.getMetadata().getName(), object.getMetadata().getUid()));
    return uids;
  }

  private static Map<String, String> objectUids(Map<String, String> uids) {
    var objects = new TreeMap<>(uids);
    objects.keySet().removeIf(name -> !name.endsWith("-colors"));
    return objects;
  }

  private static Watching watching(String... options) {
    return Watching.chart("Widget", TestChart.breakable(), options);
  }
}
