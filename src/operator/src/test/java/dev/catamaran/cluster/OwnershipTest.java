package dev.catamaran.cluster;

import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.NormalForm;
import dev.catamaran.release.PrimaryIdentity;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {
  private static final PrimaryIdentity CLUSTER_SCOPED =
      new PrimaryIdentity("cache.my.domain/v1alpha1", "Memcached", "", "cache", "uid-1");

  private static final String REFERENCE =
      "{apiVersion: cache.my.domain/v1alpha1, kind: Memcached, name: cache, uid: uid-1,"
          + " controller: true, blockOwnerDeletion: true}";
  private static final String GONE =
      "{apiVersion: a/v1, kind: A, name: a, uid: uid-0, controller: true}";
  private static final String KEPT = "annotations: {helm.sh/resource-policy: keep}";

  /** A reference names its primary where that is allowed; else annotations do. */
  @ParameterizedTest(name = "an object in \"{1}\" of a primary in \"{0}\", {2}: {3}")
  @CsvSource({
    "shop, shop, '', reference",
    "shop, elsewhere, '', shop/cache",
    "shop, '', '', shop/cache",
    "shop, shop, KEPT, shop/cache",
    "'', shop, '', reference",
    "'', '', '', reference",
    "'', '', KEPT, /cache"
  })
  void isWrittenAsAReferenceWhereThatIsAllowed(
      String ofPrimary, String namespace, String metadata, String expected) throws IOException {
    var object = object("name: a, " + metadata.replace("KEPT", KEPT));
    var primary = ofPrimary.isEmpty() ? CLUSTER_SCOPED : PRIMARY;
    var marks =
        expected.equals("reference")
            ? "ownerReferences: [" + REFERENCE + "]"
            : "annotations: {operator-sdk/primary-resource: %s, operator-sdk/primary-resource-type: Memcached.cache.my.domain}"
                .formatted(expected);
    assertEquals(
        yaml("{labels: {catamaran.dev/operator: ours}, " + marks + "}"),
        ownership(primary).adoption(object.key().in(namespace), Ownership.outlives(object)));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          v1, PersistentVolumeClaim, helm.sh/hook: pre-install, true
          v1, Secret, 'helm.sh/hook: "pre-install,pre-upgrade"', true
          apiextensions.k8s.io/v1, CustomResourceDefinition, helm.sh/hook: crd-install, true
          db.example.com/v1, Database, helm.sh/hook: post-install, true
          v1, ConfigMap, helm.sh/hook: pre-install, false
          v1, ServiceAccount, helm.sh/hook: pre-install, false
          batch/v1, Job, helm.sh/hook: pre-install, false
          batch/v1, Job, 'helm.sh/hook: pre-install, helm.sh/resource-policy: " KEEP "', true
          v1, PersistentVolumeClaim, helm.sh/hooks: pre-install, false
          v1, PersistentVolumeClaim, helm.sh/resource-policy: keep, true
          v1, PersistentVolumeClaim, helm.sh/resource-policy: Retain, true
          """)
  void knowsWhatOutlivesThePrimary(
      String apiVersion, String kind, String annotations, boolean outlives) {
    var object =
        "{apiVersion: %s, kind: %s, metadata: {name: a, annotations: {%s}}}"
            .formatted(apiVersion, kind, annotations);
    assertEquals(outlives, Ownership.outlives(Manifest.of(object).objects().getFirst()));
  }

  @Test
  void completesAnObjectWithHelmsMarksAndOurs() throws IOException {
    var live = complete("name: a, labels: {app: web}, annotations: {note: x}", "shop");
    var expected =
        """
        {name: a, labels: {app: web, catamaran.dev/operator: ours, app.kubernetes.io/managed-by: Helm},
         annotations: {note: x, meta.helm.sh/release-name: cache, meta.helm.sh/release-namespace: shop},
         ownerReferences: [%s]}"""
            .formatted(REFERENCE);
    assertEquals(yaml(expected), live);
  }

  @Test
  void replacesTheReferencesOfAFormerPrimaryAndKeepsThoseOfTheChart() throws IOException {
    var former =
        "name: a, labels: {catamaran.dev/operator: theirs}, ownerReferences: [" + GONE + "]";
    assertEquals(yaml("[" + REFERENCE + "]"), complete(former, "shop").path("ownerReferences"));
    assertTrue(complete(former, "elsewhere").path("ownerReferences").isMissingNode());
    var ofChart = complete("name: a, ownerReferences: [" + GONE + "]", "elsewhere");
    assertEquals(yaml("[" + GONE + "]"), ofChart.path("ownerReferences"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labels: {catamaran.dev/operator: ours}, ownerReferences: [REF]            | shop      | true
          labels: {catamaran.dev/operator: theirs}, ownerReferences: [REF]          | shop      | false
          labels: {catamaran.dev/operator: ours}, ownerReferences: [REF, {uid: o}]  | shop      | false
          labels: {catamaran.dev/operator: ours}, ownerReferences: [{uid: uid-1}]   | shop      | false
          labels: {catamaran.dev/operator: ours}, ownerReferences: [REF]            | elsewhere | false
          labels: {catamaran.dev/operator: ours}, ownerReferences: [REF], KEPT      | shop      | false
          labels: {catamaran.dev/operator: ours}                                    | shop      | false
          """)
  void isInAManifestWithExactlyItsMarks(String metadata, String namespace, boolean isIn) {
    var marks = metadata.replace("REF", REFERENCE).replace("KEPT", KEPT);
    var object = object("name: a, " + marks);
    assertEquals(isIn, ownership(PRIMARY).isIn(object, object.key().in(namespace)));
  }

  /** Returns the metadata. */
  private static JsonNode complete(String metadata, String namespace) {
    var object = object(metadata);
    var key = object.key().in(namespace);
    return ownership(PRIMARY).complete(NormalForm.of(object, key), key, false).path("metadata");
  }

  private static Ownership ownership(PrimaryIdentity primary) {
    return new Ownership("ours", primary, RELEASE);
  }

  private static ManifestObject object(String metadata) {
    return Manifest.of("{apiVersion: v1, kind: ConfigMap, metadata: {%s}}".formatted(metadata))
        .objects()
        .getFirst();
  }

  private static JsonNode yaml(String text) throws IOException {
    return new YAMLMapper().readTree(text);
  }
}
