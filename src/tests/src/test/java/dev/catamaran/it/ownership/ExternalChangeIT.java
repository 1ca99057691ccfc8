package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

@RealNode
class ExternalChangeIT {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void restoresTheReleaseAfterAManualUpgrade(TestNamespace namespace) {
    var chart = deploy(namespace);

    upgradeByHand(namespace, chart, "red");

    eventually(
        () -> {
          assertEquals(List.of("1 superseded", "2 deployed"), namespace.revisions("one"));
          assertEquals(Map.of("color", "green"), namespace.data("one-colors"));
        });
    namespace.awaitReady("Widget", "one");
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-only-red")));
  }

  @Test
  void restoresTheReleaseAfterAManualRollback(TestNamespace namespace) {
    deploy(namespace);
    namespace.deploy("Widget", "one", "{color: red}");

    rollBackByHand(namespace);

    eventually(
        () -> {
          assertEquals(
              List.of("1 superseded", "2 superseded", "3 deployed"), namespace.revisions("one"));
          assertEquals(Map.of("color", "red"), namespace.data("one-colors"));
        });
  }

  @Test
  void installsAgainAfterAManualUninstall(TestNamespace namespace) {
    deploy(namespace);
    var before = uid(namespace);

    Helm.uninstall("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();

    assertInstalledAgain(namespace, before);
  }

  @Test
  void installsAgainAfterAManualUninstallWithKeptHistory(TestNamespace namespace) {
    deploy(namespace);
    var before = uid(namespace);

    Helm.uninstall("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .keepHistory()
        .call();

    assertInstalledAgain(namespace, before);
  }

  @Test
  void uninstallsAReleaseUpgradedWhileTheOperatorWasDown(TestNamespace namespace) {
    var chart = colors();
    var operator = namespace.operate(Watching.chart("Widget", chart));
    namespace.deploy("Widget", "one", "{color: green}");
    operator.close();
    upgradeByHand(namespace, chart, "red");
    namespace.delete("Widget", "one");

    namespace.operate(Watching.chart("Widget", chart));

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertEquals(Map.of(), namespace.data("one-colors"));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-only-red")));
  }

  private static Path deploy(TestNamespace namespace) {
    var chart = colors();
    namespace.operate(Watching.chart("Widget", chart));
    namespace.deploy("Widget", "one", "{color: green}");
    return chart;
  }

  private static void upgradeByHand(TestNamespace namespace, Path chart, String color) {
    new Helm(chart)
        .upgrade()
        .withName("one")
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .set("color", color)
        .call();
  }

  private static void assertInstalledAgain(TestNamespace namespace, String uidBefore) {
    eventually(
        () -> {
          assertEquals(List.of("1 deployed"), namespace.revisions("one"));
          assertEquals(Map.of("color", "green"), namespace.data("one-colors"));
          assertNotEquals(uidBefore, uid(namespace));
        });
    namespace.awaitReady("Widget", "one");
  }

  /**
   * Stores the same revisions as {@code helm rollback one 1}, in the same order. helm-java has no
   * such command.
   */
  private static void rollBackByHand(TestNamespace namespace) {
    var first = namespace.existing(Secret.class, "sh.helm.release.v1.one.v1");
    var third =
        new SecretBuilder()
            .withType(first.getType())
            .withNewMetadata()
            .withName("sh.helm.release.v1.one.v3")
            .withNamespace(namespace.name())
            .addToLabels(first.getMetadata().getLabels())
            .endMetadata()
            .addToData(first.getData())
            .build();
    namespace.client().resource(as(third, 3, "pending-rollback")).create();
    namespace.edit(
        Secret.class, "sh.helm.release.v1.one.v2", second -> as(second, 2, "superseded"));
    namespace.edit(Secret.class, "sh.helm.release.v1.one.v3", found -> as(found, 3, "deployed"));
  }

  private static Secret as(Secret secret, int version, String status) {
    var decoder = Base64.getDecoder();
    var zipped = decoder.decode(decoder.decode(secret.getData().get("release")));
    var bytes = new ByteArrayOutputStream();
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped));
        var out = new GZIPOutputStream(bytes)) {
      var release = (ObjectNode) JSON.readTree(in);
      release.put("version", version).withObjectProperty("info").put("status", status);
      JSON.writeValue(out, release);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var encoder = Base64.getEncoder();
    return new SecretBuilder(secret)
        .editMetadata()
        .addToLabels(Map.of("version", Integer.toString(version), "status", status))
        .endMetadata()
        .addToData("release", encoder.encodeToString(encoder.encode(bytes.toByteArray())))
        .build();
  }

  private static String uid(TestNamespace namespace) {
    return namespace.existing(ConfigMap.class, "one-colors").getMetadata().getUid();
  }

  private static Path colors() {
    return TestChart.named("colors")
        .configMap("colors", "color", "\"{{ .Values.color }}\"")
        .template(
            "only.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "{{ .Release.Name }}-only-{{ .Values.color }}"}
            """)
        .path();
  }
}
