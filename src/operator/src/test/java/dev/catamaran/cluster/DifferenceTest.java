package dev.catamaran.cluster;

import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.Manifest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a cluster: OwnershipMarksIT, KeptDataIT, SharedFieldsIT. */
class DifferenceTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String OURS =
      "{apiVersion: cache.my.domain/v1alpha1, kind: Memcached, name: cache, uid: uid-1,"
          + " controller: true, blockOwnerDeletion: true}";

  /** The API server refuses a new finalizer of an object that is being deleted. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          v1           | finalizers: [c/z, b/y], ownerReferences: [OURS]                         | {finalizers: [a/x]}
          v1           | deletionTimestamp: now, finalizers: [b/y], ownerReferences: [OURS]      | {}
          v1           | finalizers: [a/x, b/y], ownerReferences: [{apiVersion: v1, kind: Other, name: o, uid: uid-5}, {name: cache, kind: Memcached, apiVersion: cache.my.domain/v1alpha1, uid: uid-0, controller: true}] | {ownerReferences: [OURS, {$patch: delete, uid: uid-0}]}
          my.domain/v1 | finalizers: [a/x, b/y], ownerReferences: [{apiVersion: v1, kind: Other, name: o, uid: uid-5}, {name: cache, kind: Memcached, apiVersion: cache.my.domain/v1alpha1, uid: uid-0, controller: true}] | {ownerReferences: [{apiVersion: v1, kind: Other, name: o, uid: uid-5}, OURS]}
          """)
  void repairsMetadata(String apiVersion, String live, String patch) throws IOException {
    var head = "apiVersion: %s\nkind: Any\nmetadata:\n".formatted(apiVersion);
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
            DriftRules.none().in(manifest, "shop"), new Ownership("ours", PRIMARY, RELEASE));
    assertEquals(
        YAML.readTree(patch.replace("OURS", OURS)),
        difference
            .of(
                manifest.objects().getFirst(),
                Descendant.of(YAML.readValue(found, GenericKubernetesResource.class)))
            .map(node -> node.path("metadata"))
            .orElse(YAML.createObjectNode()));
  }
}
