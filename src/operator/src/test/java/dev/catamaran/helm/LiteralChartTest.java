package dev.catamaran.helm;

import static dev.catamaran.release.Revisions.INPUT;
import static dev.catamaran.release.Revisions.PRIMARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LiteralChartTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Origin ORIGIN = new Origin(PRIMARY, INPUT, OptionalInt.of(3), "");

  private static final String MANIFEST =
      """
      ---
      # Source: memcached/charts/common/templates/a.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      data:
        template: "{{ not a template }} {{- .Values.x -}} {{/* no comment */}} {{{{ }}"
        grüezi: '世界'
        block: |
          {{ range }}
          --- no document
           two  spaces
      ---
      # Source: memcached/templates/b.yaml
      apiVersion: v1
      kind: Service
      metadata: {name: b}
      """;

  private static final String PAYLOAD =
      """
      {
        "chart": {
          "metadata": {
            "name": "memcached",
            "version": "0.1.0",
            "apiVersion": "v2",
            "appVersion": "1.10",
            "kubeVersion": ">=1.99.0",
            "dependencies": [{"name": "common", "version": "1.0.0"}],
            "annotations": {"category": "cache", "catamaran.dev/reconcile-at": "long ago"}
          },
          "values": {"size": 1, "name": "yes"}
        },
        "config": {"size": 30000000, "list": [{"n": 1000000}]},
        "info": {"notes": "Connect to {{ it }}.\\n"}
      }
      """;

  @Test
  void rendersTheStoredManifest() throws IOException {
    try (var chart = literal(payload(MANIFEST))) {
      assertEquals(MANIFEST, withoutLiteralSources(rendered(chart.chart())));
    }
  }

  @Test
  void rendersTheSameManifestAfterASecondRollback() throws IOException {
    try (var once = literal(payload(MANIFEST));
        var twice = literal(payload(rendered(once.chart())))) {
      assertEquals(rendered(once.chart()), rendered(twice.chart()));
    }
  }

  @Test
  void marksTheObjectsForTheirPresentOwner() throws IOException {
    var marks = new OwnershipMarks("ours", PRIMARY);
    try (var once = literal(payload(MANIFEST), Optional.of(marks));
        var twice = literal(payload(rendered(once.chart())), Optional.of(marks))) {
      var first = rendered(once.chart());
      assertTrue(marks.areOn(Manifest.of(first).objects().getFirst()), first);
      assertFalse(OwnershipMarks.anyAreOn(Manifest.of(first).objects().get(1)), first);
      assertEquals(withoutLiteralSources(first), withoutLiteralSources(rendered(twice.chart())));
    }
  }

  @Test
  void removesTheMarksOfAFormerOwner() throws IOException {
    var gone =
        new PrimaryIdentity("cache.my.domain/v1alpha1", "Memcached", "shop", "cache", "uid-0");
    var former = Optional.of(new OwnershipMarks("ours", gone));
    try (var before = literal(payload(MANIFEST), former);
        var after =
            literal(
                payload(rendered(before.chart())),
                Optional.of(new OwnershipMarks("ours", PRIMARY)));
        var elsewhere = literal(payload(rendered(before.chart())), Optional.empty())) {
      assertTrue(rendered(before.chart()).contains("uid-0"));
      for (var chart : List.of(after, elsewhere)) {
        var manifest = rendered(chart.chart());
        assertFalse(manifest.contains("uid-0"), manifest);
        assertEquals(Manifest.of(MANIFEST).objects(), Manifest.of(manifest).objects());
      }
    }
  }

  @Test
  void dropsDependenciesAndKubeVersion() throws IOException {
    try (var chart = literal(payload(MANIFEST))) {
      var metadata = yaml(chart.chart().resolve("Chart.yaml"));
      assertFalse(metadata.has("dependencies"));
      assertFalse(metadata.has("kubeVersion"));
      assertEquals("1.10", metadata.path("appVersion").textValue());
    }
  }

  @Test
  void recordsTheOwnerAndTheRevision() throws IOException {
    try (var chart = literal(payload(MANIFEST))) {
      var annotations = yaml(chart.chart().resolve("Chart.yaml")).path("annotations");
      assertEquals("cache", annotations.path("category").asText());
      assertEquals(PRIMARY.encode(), annotations.path("catamaran.dev/primary").asText());
      assertEquals(INPUT, annotations.path("catamaran.dev/input-digest").asText());
      assertEquals("3", annotations.path("catamaran.dev/literal-of").asText());
      assertFalse(annotations.has("catamaran.dev/reconcile-at"));
    }
  }

  @Test
  void keepsTheValuesOfTheRevision() throws IOException {
    try (var chart = literal(payload(MANIFEST))) {
      var expected = payload(MANIFEST);
      assertEquals(expected.path("config"), JSON.readTree(Files.readAllBytes(chart.values())));
      assertEquals(
          expected.path("chart").path("values"), yaml(chart.chart().resolve("values.yaml")));
      assertEquals(Map.of("size", 30_000_000L, "list[0].n", 1_000_000L), chart.exactIntegers());
    }
  }

  @Test
  void keepsTheNotes() throws IOException {
    try (var chart = literal(payload(MANIFEST))) {
      var notes = Files.readString(chart.chart().resolve("templates/NOTES.txt"));
      assertEquals("Connect to {{ \"{{\" }} it }}.\n", notes);
    }
  }

  @Test
  void acceptsARevisionWithoutObjects() throws IOException {
    try (var chart = literal(payload(""))) {
      assertEquals("", rendered(chart.chart()));
    }
  }

  private static EngineChart literal(ObjectNode payload) {
    return literal(payload, Optional.empty());
  }

  private static EngineChart literal(ObjectNode payload, Optional<OwnershipMarks> marks) {
    var desired = DesiredReleaseFixture.desired(marks);
    return LiteralChart.of(new StoredRelease(payload), ORIGIN, true, desired);
  }

  private static ObjectNode payload(String manifest) throws IOException {
    return ((ObjectNode) JSON.readTree(PAYLOAD)).put("manifest", manifest);
  }

  private static String rendered(Path chart) {
    // helm-java returns null for an empty rendering.
    return Objects.requireNonNullElse(
        new Helm(chart).template().withName("cache").withNamespace("shop").call(), "");
  }

  private static String withoutLiteralSources(String manifest) {
    return manifest.replace("# Source: memcached/templates/literal.yaml\n", "");
  }

  private static JsonNode yaml(Path file) throws IOException {
    return new YAMLMapper().readTree(file.toFile());
  }
}
