package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.catamaran.fixture.Definitions;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class CapabilityIT {

  @Test
  void upgradesWhenAQueriedApiIsAddedOrRemoved(TestNamespace namespace) {
    var queried = definition(namespace, "asked");
    namespace.operate(Watching.chart("Widget", querying(group(namespace, "asked"))));
    namespace.deploy("Widget", "one", "{}");
    assertEquals(Map.of("present", "false"), namespace.data("one-answer"));

    namespace.client().resource(queried).create();
    eventually(() -> assertEquals(Map.of("present", "true"), namespace.data("one-answer")));
    eventually(
        () -> assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one")));

    namespace.client().resource(queried).delete();
    eventually(() -> assertEquals(Map.of("present", "false"), namespace.data("one-answer")));
  }

  @Test
  void keepsTheRevisionWhenTheAnswerChangesNothing(TestNamespace namespace) {
    var queried = definition(namespace, "asked");
    namespace.operate(Watching.chart("Widget", queryingIfMonitored(group(namespace, "asked"))));
    namespace.deploy("Widget", "one", "{}");
    assertEquals(Map.of("present", "unasked"), namespace.data("one-answer"));
    var before = version(namespace);

    namespace.client().resource(queried).create();
    eventually(() -> assertNotEquals(before, version(namespace)));
    assertEquals(List.of("1 deployed"), namespace.revisions("one"));
    var confirmed = version(namespace);
    throughout(
        Duration.ofSeconds(3), () -> assertEquals(confirmed, version(namespace), "compared once"));

    namespace.apply("Widget", "one", "{monitored: true}");
    eventually(() -> assertEquals(Map.of("present", "true"), namespace.data("one-answer")));
    eventually(
        () -> assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one")));

    namespace.client().resource(queried).delete();
    eventually(() -> assertEquals(Map.of("present", "false"), namespace.data("one-answer")));
  }

  /** Changes with each write of the first revision. */
  private static String version(TestNamespace namespace) {
    return namespace
        .existing(Secret.class, "sh.helm.release.v1.one.v1")
        .getMetadata()
        .getResourceVersion();
  }

  @Test
  void doesNothingWhenAnotherApiIsAdded(TestNamespace namespace) {
    var other = definition(namespace, "other");
    namespace.operate(Watching.chart("Widget", querying(group(namespace, "asked"))));
    namespace.deploy("Widget", "one", "{}");

    namespace.client().resource(other).create();

    try {
      throughout(
          Duration.ofSeconds(4),
          () -> assertEquals(List.of("1 deployed"), namespace.revisions("one")));
    } finally {
      namespace.client().resource(other).delete();
    }
  }

  private static Path querying(String group) {
    return TestChart.named("asking")
        .configMap(
            "answer",
            "present",
            "\"{{ .Capabilities.APIVersions.Has \"%s/v1\" }}\"".formatted(group))
        .path();
  }

  private static Path queryingIfMonitored(String group) {
    return TestChart.named("asking")
        .configMap(
            "answer",
            "present",
            "\"{{ if .Values.monitored }}{{ .Capabilities.APIVersions.Has \"%s/v1\" }}{{ else }}unasked{{ end }}\""
                .formatted(group))
        .path();
  }

  private static String group(TestNamespace namespace, String name) {
    return "%s.%s.example.com".formatted(name, namespace.name());
  }

  private static CustomResourceDefinition definition(TestNamespace namespace, String name) {
    return Serialization.unmarshal(
        Definitions.yaml(group(namespace, name), "Thing"), CustomResourceDefinition.class);
  }
}
