package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Release Secrets without a valid release. The operator starts and continues with all other
 * releases.
 */
class DamagedReleasesIT {

  @Test
  void startsDespiteSecretsWithoutAReleaseAndLeavesThoseOfOthers(TestNamespace namespace) {
    var password = namespace.secret("password", Map.of("password", "hunter2"));
    namespace
        .client()
        .resource(password)
        .edit(
            secret ->
                new SecretBuilder(secret)
                    .editMetadata()
                    .addToLabels(Map.of("owner", "helm", "name", "good"))
                    .endMetadata()
                    .build());
    var payloads =
        Map.of(
            "text", "not base64 at all",
            "once", "bm90IHppcHBlZA==",
            "twice", "Ym05MElIcHBjSEJsWkE9PQ==",
            "empty", "");
    payloads.forEach((name, payload) -> store(namespace, name, payload));

    namespace.operate(colours());
    namespace.deploy("Widget", "good", "{colour: blue}");
    namespace.deploy("Widget", "good", "{colour: red}");
    namespace.delete("Widget", "good");
    eventually(() -> assertNull(namespace.primary("Widget", "good")));
    assertNotNull(namespace.client().resource(password).get());
  }

  @Test
  void continuesDespiteAnOversizedRelease(TestNamespace namespace) {
    var operator = namespace.operate(colours());
    namespace.deploy("Widget", "bad", "{colour: red}");
    operator.close();
    var bomb = new byte[300 << 20];
    Arrays.fill(bomb, (byte) ' ');
    StoredRelease.forge(namespace, "bad", 1, bomb);

    namespace.operate(colours());
    namespace.deploy("Widget", "good", "{colour: blue}");
    awaitReason(namespace, "ReleaseUnreadable");
    assertTrue(
        namespace
            .condition("Widget", "bad", "Irreconcilable")
            .getOrDefault("message", "")
            .contains("unfolds to more than "));
  }

  @Test
  void continuesDespiteARevisionWithAnInvalidNumber(TestNamespace namespace) {
    var operator = namespace.operate(colours());
    namespace.deploy("Widget", "bad", "{colour: red}");
    operator.close();
    StoredRelease.forge(namespace, "bad", 1, release -> release.put("version", "x"));

    namespace.operate(colours());
    namespace.deploy("Widget", "good", "{colour: blue}");
    awaitReason(namespace, "ReleaseUnreadable");
  }

  @Test
  void replacesARevisionThatSomebodyMadeImmutable(TestNamespace namespace) {
    namespace.operate(colours());
    namespace.deploy("Widget", "one", "{colour: red}");
    makeImmutable(namespace, "sh.helm.release.v1.one.v1");

    namespace.apply("Widget", "one", "{colour: green}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    namespace.awaitReady("Widget", "one");
    makeImmutable(namespace, "sh.helm.release.v1.one.v1");
    makeImmutable(namespace, "sh.helm.release.v1.one.v2");
    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
  }

  private static void makeImmutable(TestNamespace namespace, String secret) {
    namespace.edit(
        Secret.class, secret, found -> new SecretBuilder(found).withImmutable(true).build());
  }

  @Test
  void rejectsAPathTraversalInAStoredChartName(TestNamespace namespace) throws Exception {
    namespace.operate(colours());
    namespace.deploy("Widget", "bad", "{colour: red}");
    namespace.apply("Widget", "bad", "{colour: green}");
    eventually(() -> assertEquals("green", namespace.data("bad-colour").get("colour")));
    namespace.awaitReady("Widget", "bad");
    var target = Files.createTempDirectory("target-").resolve("chart");
    var traversal = Path.of("/tmp/catamaran-chart-x").relativize(target).toString();
    StoredRelease.forge(
        namespace,
        "bad",
        1,
        release -> release.withObject("/chart/metadata").put("name", traversal));

    namespace.annotate("Widget", "bad", "catamaran.dev/rollback-to", "1");

    eventually(
        () ->
            assertTrue(
                namespace
                    .condition("Widget", "bad", "Stalled")
                    .getOrDefault("message", "")
                    .contains("revision 1 is not kept"),
                () -> String.valueOf(namespace.primary("Widget", "bad"))));
    assertFalse(Files.exists(target));
    assertEquals("green", namespace.data("bad-colour").get("colour"));
  }

  private static void awaitReason(TestNamespace namespace, String reason) {
    eventually(
        () ->
            assertEquals(
                reason,
                namespace.condition("Widget", "bad", "Irreconcilable").get("reason"),
                () -> String.valueOf(namespace.primary("Widget", "bad"))));
  }

  private static void store(TestNamespace namespace, String release, String payload) {
    namespace
        .client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace.name())
                .withName("sh.helm.release.v1.%s.v1".formatted(release))
                .addToLabels("owner", "helm")
                .addToLabels("name", release)
                .addToLabels("status", "deployed")
                .addToLabels("version", "1")
                .endMetadata()
                .withType("helm.sh/release.v1")
                .addToData(
                    "release",
                    Base64.getEncoder().encodeToString(payload.getBytes(StandardCharsets.UTF_8)))
                .build())
        .create();
  }

  private static Watching colours() {
    return Watching.chart(
        "Widget",
        TestChart.named("colours").configMap("colour", "colour", "{{ .Values.colour }}").path());
  }
}
