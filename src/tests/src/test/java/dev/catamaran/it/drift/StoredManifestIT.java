package dev.catamaran.it.drift;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.Secret;
import org.junit.jupiter.api.Test;

/** Stored manifests: unusual ones and unreadable ones. */
@RealNode
class StoredManifestIT {
  private static final String BROKEN = "kind: ConfigMap\nmetadata: {name: bad-colour\n";
  private static final String REVISION = "sh.helm.release.v1.bad.v1";

  @Test
  void readsATabLikeHelm(TestNamespace namespace) {
    var operator = namespace.operate(colours());
    namespace.deploy("Widget", "tab", "{colour: \"\\tred\"}");
    operator.close();

    namespace.operate(colours());
    namespace.deploy("Widget", "other", "{colour: blue}");
    assertEquals("red", namespace.data("tab-colour").get("colour"));
    namespace.apply("Widget", "tab", "{colour: green}");
    eventually(() -> assertEquals("green", namespace.data("tab-colour").get("colour")));
  }

  @Test
  void startsAndReportsAnUnreadableManifest(TestNamespace namespace) {
    deployAndForge(namespace, BROKEN);

    namespace.operate(colours());
    namespace.deploy("Widget", "good", "{colour: blue}");
    awaitUnreadable(namespace);
    namespace.delete(Secret.class, REVISION);
    namespace.awaitReady("Widget", "bad");
  }

  @Test
  void upgradesAReleaseReadableOnlyByHelm(TestNamespace namespace) {
    deployAndForge(
        namespace,
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: bad-colour}
        data: {1: a, 1.0: b}
        """);
    namespace.operate(colours());
    awaitUnreadable(namespace);

    namespace.apply("Widget", "bad", "{colour: green}");

    eventually(() -> assertEquals("green", namespace.data("bad-colour").get("colour")));
    namespace.awaitReady("Widget", "bad");
  }

  @Test
  void removesAReleaseWithAnUnreadableManifest(TestNamespace namespace) {
    deployAndForge(namespace, BROKEN);
    namespace.operate(colours());
    awaitUnreadable(namespace);

    namespace.delete("Widget", "bad");

    eventually(() -> assertNull(namespace.primary("Widget", "bad")));
    assertEquals(0, namespace.revisions("bad").size());
    assertTrue(namespace.data("bad-colour").isEmpty());
  }

  @Test
  void limitsTheExpansionOfAliases(TestNamespace namespace) {
    var bomb = new StringBuilder("kind: ConfigMap\nmetadata: {name: bad-colour}\na0: &a0 [x]\n");
    for (int i = 1; i < 20; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)));
    }
    deployAndForge(namespace, bomb.toString());

    namespace.operate(colours());
    namespace.deploy("Widget", "good", "{colour: blue}");
    awaitUnreadable(namespace);
  }

  private static void awaitUnreadable(TestNamespace namespace) {
    eventually(
        () ->
            assertEquals(
                "ReleaseUnreadable",
                namespace.condition("Widget", "bad", "Irreconcilable").get("reason"),
                () -> seen(namespace)));
  }

  private static String seen(TestNamespace namespace) {
    return String.valueOf(namespace.primary("Widget", "bad"));
  }

  /**
   * Deploys {@code bad}, stops the operator, and replaces the stored manifest. Also removes the
   * digests from the status, so no digest contradicts the stored manifest.
   */
  private static void deployAndForge(TestNamespace namespace, String manifest) {
    var operator = namespace.operate(colours());
    namespace.deploy("Widget", "bad", "{colour: red}");
    operator.close();
    StoredRelease.forge(namespace, "bad", 1, release -> release.put("manifest", manifest));
    namespace.mergeStatus("Widget", "bad", "{\"status\":{\"history\":null}}");
  }

  private static Watching colours() {
    return Watching.chart(
        "Widget",
        TestChart.named("colours").configMap("colour", "colour", "{{ .Values.colour }}").path());
  }
}
