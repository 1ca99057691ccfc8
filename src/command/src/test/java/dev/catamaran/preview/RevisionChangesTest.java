package dev.catamaran.preview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.ChartVersion;
import dev.catamaran.release.Revision.Seal;
import dev.catamaran.release.Revision.Tests;
import dev.catamaran.release.RevisionStatus;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.terminal.Ink.Paint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RevisionChangesTest {
  private static final String PAGE =
      """
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: page}
      data: {title: first}
      """;
  private static final String WEB =
      """
      ---
      apiVersion: apps/v1beta1
      kind: Deployment
      metadata: {name: web}
      spec: {replicas: 1}
      """;
  private static final String LOGIN =
      """
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: login}
      data: {password: Zmlyc3Q=}
      """;
  private static final String JOB =
      """
      ---
      apiVersion: batch/v1
      kind: Job
      metadata: {name: migrate, annotations: {helm.sh/hook: pre-upgrade}}
      spec: {backoffLimit: 1}
      """;

  @Test
  void namesObjectsAndFields() {
    assertEquals(
        """
        widget/one in namespace shop: revision 3 -> 4 of release one
        ├── chart: "web-1.0.0" -> "web-1.1.0"
        ├── notes: (none) -> "Hello"
        ├── ~ ConfigMap/page
        │   ├── metadata.namespace: (none) -> "shop"
        │   └── data.title: "first" -> "second"
        ├── ~ Secret/login
        │   └── data.password: "******" -> "******"
        ├── + ServiceAccount/own in namespace other
        ├── - Deployment/web
        └── hooks
            └── ~ Job/migrate
                └── spec.backoffLimit: 1 -> 2
        1 created, 2 changed, 1 deleted; 1 unchanged; hooks: 0 created, 1 changed, 0 deleted\
        """,
        text(
            revision(3, "1.0.0", "", PAGE + LOGIN + WEB + WEB.replace("web", "kept"), JOB),
            revision(
                4,
                "1.1.0",
                "Hello",
                PAGE.replace("first", "second").replace("name: page", "name: page, namespace: shop")
                    + LOGIN.replace("Zmlyc3Q", "c2Vjb25k")
                    + WEB.replace("web", "kept")
                    + "---\n{apiVersion: v1, kind: ServiceAccount, metadata: {name: own, namespace: other}}\n",
                JOB.replace("1}", "2}"))));
  }

  /** The group and the kind identify it, as for Helm's upgrade. */
  @Test
  void comparesAnObjectThatChangedTheVersionOfItsApi() {
    assertEquals(
        """
        widget/one in namespace shop: revision 1 -> 2 of release one
        └── ~ Deployment/web
            └── apiVersion: "apps/v1beta1" -> "apps/v1"
        0 created, 1 changed, 0 deleted; 0 unchanged\
        """,
        text(
            revision(1, "1.0.0", "", WEB, ""),
            revision(2, "1.0.0", "", WEB.replace("v1beta1", "v1"), "")));
  }

  @Test
  void saysThatRevisionsAreEqual() {
    var pair = pair(revision(1, "1.0.0", "x", PAGE, JOB), revision(2, "1.0.0", "x", PAGE, JOB));
    assertFalse(RevisionChanges.of(pair).isChange());
    assertEquals(
        List.of("no change between revisions 1 and 2 of release one"),
        RevisionChanges.of(pair).lines(Paint.NONE));
  }

  @Test
  void hidesSecretTextsEverywhere() {
    var text =
        text(
            revision(1, "1.0.0", "s3cret-canary", PAGE, ""),
            revision(2, "1.0.0", "", PAGE.replace("first", "s3cret-canary"), ""));
    assertFalse(text.contains("s3cret"), text);
  }

  private static String text(Revision before, Revision after) {
    return String.join("\n", RevisionChanges.of(pair(before, after)).lines(Paint.NONE));
  }

  private static RevisionChanges.Pair pair(Revision before, Revision after) {
    return new RevisionChanges.Pair(
        "widget/one", "shop", before, after, SecretTexts.of(List.of("s3cret-canary")));
  }

  private static Revision revision(
      int number, String chart, String notes, String manifest, String hooks) {
    return new Revision(
        new ReleaseKey("shop", "one"),
        number,
        RevisionStatus.DEPLOYED,
        Optional.empty(),
        Optional.empty(),
        Instant.EPOCH,
        Instant.EPOCH,
        new ChartVersion("web", chart, "1"),
        "Upgrade complete",
        Optional.empty(),
        notes,
        Tests.NONE,
        Manifest.of(manifest),
        Manifest.of(hooks),
        "digest",
        Seal.NONE,
        SecretTexts.none(),
        "1",
        Map.of());
  }
}
