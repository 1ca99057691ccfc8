package dev.catamaran.cluster;

import static dev.catamaran.release.Revisions.PRIMARY;
import static dev.catamaran.release.Revisions.RELEASE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.NormalForm;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.PrimaryIdentity;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class OwnershipTest {
  private static final PrimaryIdentity CLUSTER_SCOPED =
      new PrimaryIdentity("cache.my.domain/v1alpha1", "Memcached", "", "cache", "uid-1");
  private static final String KEPT = "annotations: {helm.sh/resource-policy: keep}";

  private static final String GONE =
      "ownerReferences: [{apiVersion: a/v1, kind: A, name: a, uid: uid-0, controller: true}]";

  private static final String REFERENCE =
      """
      labels: {catamaran.dev/operator: ours}
      ownerReferences:
      - apiVersion: cache.my.domain/v1alpha1
        kind: Memcached
        name: cache
        uid: uid-1
        controller: true
        blockOwnerDeletion: true
      """;

  private static String annotations(String namespace) {
    return """
    labels: {catamaran.dev/operator: ours}
    annotations:
      operator-sdk/primary-resource: %s/cache
      operator-sdk/primary-resource-type: Memcached.cache.my.domain
    """
        .formatted(namespace);
  }

  static Stream<Arguments> scopes() {
    return Stream.of(
        arguments("in its primary's namespace", PRIMARY, "shop", "", REFERENCE),
        arguments("in another namespace", PRIMARY, "elsewhere", "", annotations("shop")),
        arguments("without a namespace", PRIMARY, "", "", annotations("shop")),
        arguments("to be kept", PRIMARY, "shop", KEPT, annotations("shop")),
        arguments("of a cluster-scoped primary", CLUSTER_SCOPED, "shop", "", REFERENCE),
        arguments("both cluster-scoped", CLUSTER_SCOPED, "", "", REFERENCE),
        arguments("kept, of a cluster-scoped one", CLUSTER_SCOPED, "", KEPT, annotations("")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scopes")
  void isWrittenAsAReferenceWhereThatIsAllowed(
      String what, PrimaryIdentity primary, String namespace, String metadata, String expected)
      throws IOException {
    var object = object("name: a, " + metadata);
    var key = object.key().in(namespace);
    assertEquals(
        yaml(expected), ownership(primary).adoption(key, Ownership.outlives(object)), what);
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
          v1, PersistentVolumeClaim, helm.sh/resource-policy: keeps, false
          """)
  void knowsWhatOutlivesThePrimary(
      String apiVersion, String kind, String annotations, boolean outlives) {
    var object =
        Manifest.of(
                "{apiVersion: %s, kind: %s, metadata: {name: a, annotations: {%s}}}"
                    .formatted(apiVersion, kind, annotations))
            .objects()
            .getFirst();
    assertEquals(outlives, Ownership.outlives(object));
  }

  @Test
  void completesAnObjectWithHelmsMarksAndOurs() throws IOException {
    var object = object("name: a, labels: {app: web}, annotations: {note: x}");
    var expected =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: a
          labels:
            app: web
            catamaran.dev/operator: ours
            app.kubernetes.io/managed-by: Helm
          annotations:
            note: x
            meta.helm.sh/release-name: cache
            meta.helm.sh/release-namespace: shop
          ownerReferences:
          - apiVersion: cache.my.domain/v1alpha1
            kind: Memcached
            name: cache
            uid: uid-1
            controller: true
            blockOwnerDeletion: true
        """;
    assertEquals(yaml(expected), complete(object, "shop"));
  }

  @Test
  void completesAnObjectElsewhereWithoutAReference() {
    var metadata = complete(object("name: a"), "elsewhere").path("metadata");
    assertTrue(metadata.path("ownerReferences").isMissingNode());
    assertEquals("shop/cache", metadata.path("annotations").path(Ownership.PRIMARY).asText());
  }

  @Test
  void replacesTheMarksOfAFormerPrimary() throws IOException {
    var object = object("name: a, labels: {catamaran.dev/operator: theirs}, " + GONE);
    assertEquals(yaml(REFERENCE).path("ownerReferences"), references(object, "shop"));
    assertTrue(references(object, "elsewhere").isMissingNode());
  }

  @Test
  void keepsTheReferencesOfTheChartElsewhere() {
    assertEquals(
        "uid-0", references(object("name: a, " + GONE), "elsewhere").findValue("uid").asText());
  }

  @Test
  void isInAManifestWithExactlyItsMarks() {
    var marks = "labels: {catamaran.dev/operator: %s}, ownerReferences: [%s]";
    var reference = new OwnershipMarks("ours", PRIMARY).ownerReference();
    assertTrue(isIn(marks.formatted("ours", reference), "shop"));
    assertFalse(isIn(marks.formatted("theirs", reference), "shop"));
    assertFalse(isIn(marks.formatted("ours", reference + ", {uid: other}"), "shop"));
    assertFalse(isIn(marks.formatted("ours", "{uid: uid-1}"), "shop"));
    assertFalse(isIn(marks.formatted("ours", reference), "elsewhere"));
    assertFalse(isIn(marks.formatted("ours", reference) + ", " + KEPT, "shop"));
    assertFalse(isIn("labels: {catamaran.dev/operator: ours}", "shop"));
  }

  private static boolean isIn(String metadata, String namespace) {
    var object = object("name: a, " + metadata);
    return ownership(PRIMARY).isIn(object, object.key().in(namespace));
  }

  private static JsonNode references(ManifestObject object, String namespace) {
    return complete(object, namespace).path("metadata").path("ownerReferences");
  }

  @Test
  void doesNotChangeTheManifest() {
    var object = object("name: a");
    var before = object.content().deepCopy();
    complete(object, "shop");
    assertEquals(before, object.content());
  }

  @Test
  void isReadBackByOwnerKeys() {
    for (var namespace : new String[] {"shop", "elsewhere", ""}) {
      var object = object("name: a");
      var live = NormalForm.of(object);
      live.withObject("/metadata").put("namespace", namespace);
      var adopted = ownership(PRIMARY).complete(live, object.key().in(namespace), false);
      assertTrue(OwnerKeys.of(adopted).names(PrimaryKey.of(PRIMARY)), namespace);
    }
  }

  private static JsonNode complete(ManifestObject object, String namespace) {
    return ownership(PRIMARY).complete(NormalForm.of(object), object.key().in(namespace), false);
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
