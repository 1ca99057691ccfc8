package dev.catamaran.cluster;

import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.engine.Engine;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.Manifest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a cluster: OwnershipMarksIT, KeptDataIT, SharedFieldsIT. */
class DifferenceTest {
  private static final Engine ENGINE = Engine.inCluster();
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String OURS =
      "{apiVersion: cache.my.domain/v1alpha1, kind: Memcached, name: cache, uid: uid-1,"
          + " controller: true, blockOwnerDeletion: true}";

  @AfterAll
  static void end() {
    ENGINE.close();
  }

  /** The API server refuses a new finalizer of an object that is being deleted. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          v1/Service | finalizers: [c/z, b/y], ownerReferences: [OURS]                         | {finalizers: [a/x]}
          v1/Service | deletionTimestamp: now, finalizers: [b/y], ownerReferences: [OURS]      | {}
          v1/Service | finalizers: [a/x, b/y], ownerReferences: [{apiVersion: v1, kind: Other, name: o, uid: uid-5}, {name: cache, kind: Memcached, apiVersion: cache.my.domain/v1alpha1, uid: uid-0, controller: true}] | {ownerReferences: [OURS, {$patch: delete, uid: uid-0}]}
          my.domain/v1/Any | finalizers: [a/x, b/y], ownerReferences: [{apiVersion: v1, kind: Other, name: o, uid: uid-5}, {name: cache, kind: Memcached, apiVersion: cache.my.domain/v1alpha1, uid: uid-0, controller: true}] | {ownerReferences: [{apiVersion: v1, kind: Other, name: o, uid: uid-5}, OURS]}
          """)
  void repairsMetadata(String kind, String live, String patch) throws IOException {
    int slash = kind.lastIndexOf('/');
    var head =
        "apiVersion: %s\nkind: %s\nmetadata:\n"
            .formatted(kind.substring(0, slash), kind.substring(slash + 1));
    var manifest = Manifest.of(head + "  name: a\n  finalizers: [a/x, b/y]\n");
    var found =
        head
            + """
                {name: a, namespace: shop, labels: {catamaran.dev/operator: ours, app.kubernetes.io/managed-by: Helm},
                annotations: {meta.helm.sh/release-name: cache, meta.helm.sh/release-namespace: shop}, %s}
              """
                .formatted(live.replace("OURS", OURS));
    var difference =
        new Difference(
            ENGINE,
            DriftRules.none().in(manifest, "shop"),
            new Ownership("ours", PRIMARY, RELEASE));
    assertEquals(
        YAML.readTree(patch.replace("OURS", OURS)),
        difference
            .of(
                manifest.objects().getFirst(),
                Descendant.of(YAML.readValue(found, GenericKubernetesResource.class)))
            .map(differing -> (ObjectNode) differing.patch().path("metadata"))
            .map(DifferenceTest::withoutDirectives)
            .orElse(YAML.createObjectNode()));
  }

  /** Those say in which order the items are. */
  private static ObjectNode withoutDirectives(ObjectNode metadata) {
    metadata.properties().removeIf(field -> field.getKey().startsWith("$"));
    return metadata;
  }
}
