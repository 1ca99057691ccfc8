package dev.catamaran.cluster;

import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.Revisions;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Ownership OWNERSHIP = new Ownership("ours", PRIMARY, RELEASE);
  private static final String OURS =
      "{apiVersion: cache.my.domain/v1alpha1, kind: Memcached, name: cache, uid: uid-1,"
          + " controller: true, blockOwnerDeletion: true}";
  private static final String OTHER = "{apiVersion: v1, kind: Other, name: o, uid: uid-5}";
  private static final String OTHER_UID =
      "{apiVersion: cache.my.domain/v1alpha1, kind: Memcached, name: cache, uid: uid-0,"
          + " controller: true}";
  private static final String KEPT = "helm.sh/resource-policy: keep, ";
  private static final String MARKS =
      "operator-sdk/primary-resource: shop/cache,"
          + " operator-sdk/primary-resource-type: Memcached.cache.my.domain, ";

  @Test
  void isEmptyIfTheObjectMatches() throws IOException {
    assertEquals("{}", patch("v1", "ConfigMap", "", owners(OURS, OTHER), ""));
  }

  @Test
  void restoresTheOwnerReferenceAndKeepsTheOthers() throws IOException {
    assertEquals(
        yaml("metadata: {ownerReferences: [%s]}".formatted(OURS)),
        patch("v1", "ConfigMap", "", owners(OTHER), ""));
  }

  @Test
  void replacesAnOwnerReferenceWithAnotherUid() throws IOException {
    assertEquals(
        yaml("metadata: {ownerReferences: [%s, {$patch: delete, uid: uid-0}]}".formatted(OURS)),
        patch("v1", "ConfigMap", "", owners(OTHER_UID, OTHER), ""));
    assertEquals(
        yaml("metadata: {ownerReferences: [%s, %s]}".formatted(OTHER, OURS)),
        patch("my.domain/v1", "Vault", "", owners(OTHER_UID, OTHER), ""));
  }

  @Test
  void removesTheOwnerReferenceFromAKeptObject() throws IOException {
    assertEquals(
        yaml("metadata: {ownerReferences: [{$patch: delete, uid: uid-1}]}"),
        patch("v1", "ConfigMap", KEPT, owners(OURS, OTHER), KEPT + MARKS));
    assertEquals(
        yaml("metadata: {ownerReferences: [%s]}".formatted(OTHER)),
        patch("my.domain/v1", "Vault", KEPT, owners(OURS, OTHER), KEPT + MARKS));
  }

  @Test
  void setsTheOwnerReferenceOfAnExemptObject() throws IOException {
    var optOut = "catamaran.dev/drift: ignore, ";
    assertEquals(
        yaml("metadata: {ownerReferences: [%s]}".formatted(OURS)),
        patch("v1", "ConfigMap", optOut + "a: wanted, ", "", optOut + "a: other, "));
  }

  @Test
  void isEmptyIfTheManifestHasANamespaceAtClusterScope() throws IOException {
    var manifest = "apiVersion: v1\nkind: Namespace\nmetadata: {name: a, namespace: elsewhere}\n";
    var live =
        """
        apiVersion: v1
        kind: Namespace
        metadata:
          name: a
          labels: {catamaran.dev/operator: ours, app.kubernetes.io/managed-by: Helm}
          annotations: {%s meta.helm.sh/release-name: cache, meta.helm.sh/release-namespace: shop}
        """
            .formatted(MARKS);
    assertEquals("{}", patch(manifest, live));
  }

  /** The API server refuses a new finalizer of an object that is being deleted. */
  @Test
  void restoresAFinalizerUnlessTheObjectIsBeingDeleted() throws IOException {
    var manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: [a/x, b/y]}\n";
    var live =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: a
          namespace: shop
          finalizers: [c/z, b/y]
          labels: {catamaran.dev/operator: ours, app.kubernetes.io/managed-by: Helm}
          annotations: {meta.helm.sh/release-name: cache, meta.helm.sh/release-namespace: shop}
          %s
        """;
    assertEquals(
        yaml("metadata: {finalizers: [a/x]}"), patch(manifest, live.formatted(owners(OURS))));
    assertEquals(
        "{}",
        patch(
            manifest,
            live.formatted("deletionTimestamp: 2026-01-01T00:00:00Z\n  " + owners(OURS))));
  }

  @Test
  void comparesADeploymentAsTheApiServerSendsIt() {
    var recorded = new DescendantBenchmark();
    assertEquals(Optional.empty(), recorded.compareEqual());
    assertEquals("{\"spec\":{\"replicas\":4}}", recorded.compareScaled().orElseThrow().toString());
  }

  private static String owners(String... references) {
    return "ownerReferences: [" + String.join(", ", references) + "]";
  }

  /** The patch for an object that differs from the manifest only in its metadata. */
  private static String patch(
      String apiVersion, String kind, String desired, String owners, String annotations)
      throws IOException {
    var manifest =
        "apiVersion: %s\nkind: %s\nmetadata: {name: a, annotations: {%s}}\n"
            .formatted(apiVersion, kind, desired);
    var live =
        """
        apiVersion: %s
        kind: %s
        metadata:
          name: a
          namespace: shop
          labels: {catamaran.dev/operator: ours, app.kubernetes.io/managed-by: Helm}
          annotations: {%s meta.helm.sh/release-name: cache, meta.helm.sh/release-namespace: shop}
          %s
        """
            .formatted(apiVersion, kind, annotations, owners);
    return patch(manifest, live);
  }

  private static String patch(String manifest, String live) throws IOException {
    var revision = Revisions.withManifest(1, RevisionStatus.DEPLOYED, manifest);
    return new Difference(
            DriftRules.none().in(revision.manifest(), revision.release().namespace()), OWNERSHIP)
        .of(
            revision.manifest().objects().getFirst(),
            Descendant.of(YAML.readValue(live, GenericKubernetesResource.class)))
        .map(JsonNode::toString)
        .orElse("{}");
  }

  private static String yaml(String text) throws IOException {
    return YAML.readTree(text).toString();
  }
}
