package dev.catamaran.it.ownership;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Release Secrets without a valid release, or with an unusual manifest. The operator starts and
 * continues with all other releases.
 */
@RealNode
class DamagedReleasesIT {
  @RegisterExtension static final OneOperator OPERATOR = OneOperator.of(colours());

  private static Watching colours() {
    return Watching.chart(
        "Widget",
        TestChart.named("colours").configMap("colour", "colour", "{{ .Values.colour }}").path());
  }

  private static final String BROKEN = "kind: ConfigMap\nmetadata: {name: bad\n";

  /** Helm reads it: a mapping with a number as a key, twice. */
  private static final String ONLY_FOR_HELM =
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME-colour}\ndata: {1: a, 1.0: b}\n";

  /** Aliases that unfold to 10^20 items. */
  private static final String BOMB =
      IntStream.range(1, 20)
          .mapToObj(i -> "a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ",").repeat(10)))
          .collect(
              Collectors.joining("", "kind: ConfigMap\nmetadata: {name: bad}\na0: &a0 [x]\n", ""));

  @Test
  void startsDespiteSecretsWithoutAReleaseAndLeavesThoseOfOthers(TestNamespace namespace) {
    var good = namespace.widget("good");
    namespace.load(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: password, labels: {owner: helm, name: good}}
        stringData: {password: hunter2}
        """);
    Map.of(
            "text", "not base64 at all",
            "once", "bm90IHppcHBlZA==",
            "twice", "Ym05MElIcHBjSEJsWkE9PQ==",
            "empty", "")
        .forEach(
            (name, payload) ->
                namespace.load(
                    """
                    apiVersion: v1
                    kind: Secret
                    type: helm.sh/release.v1
                    metadata:
                      name: sh.helm.release.v1.%1$s.v1
                      labels: {owner: helm, name: %1$s, status: deployed, version: "1"}
                    data: {release: "%2$s"}
                    """
                        .formatted(
                            name,
                            Base64.getEncoder()
                                .encodeToString(payload.getBytes(StandardCharsets.UTF_8)))));

    namespace.operate(colours());
    good.deploy("{colour: blue}").deploy("{colour: red}");
    good.delete();
    eventually(() -> assertNull(good.primary()));
    assertNotNull(namespace.get(Secret.class, "password"));
  }

  @Test
  void continuesDespiteAnOversizedRelease(TestPrimary bad) {
    var bomb = new byte[300 << 20];
    Arrays.fill(bomb, (byte) ' ');
    damage(bad, () -> StoredRelease.forge(bad.namespace(), bad.name(), 1, bomb));

    assertOnlyThisIsUnreadable(bad);
    bad.awaitMessage("Irreconcilable", "unfolds to more than ");
  }

  @Test
  void continuesDespiteARevisionWithAnInvalidNumber(TestPrimary bad) {
    damage(
        bad,
        () ->
            StoredRelease.forge(
                bad.namespace(), bad.name(), 1, release -> release.put("version", "x")));

    assertOnlyThisIsUnreadable(bad);
  }

  @ParameterizedTest
  @FieldSource("UNREADABLE")
  void continuesDespiteAnUnreadableManifest(String manifest, TestPrimary bad) {
    damage(bad, manifest);

    assertOnlyThisIsUnreadable(bad);
    bad.namespace().delete(Secret.class, "sh.helm.release.v1.%s.v1".formatted(bad.name()));
    bad.awaitReady();
  }

  static final String[] UNREADABLE = {BROKEN, BOMB};

  @Test
  void upgradesAReleaseReadableOnlyByHelm(TestPrimary bad) {
    damage(bad, ONLY_FOR_HELM.replace("NAME", bad.name()));
    bad.awaitReason("Irreconcilable", "ReleaseUnreadable");

    bad.apply("{colour: green}");

    bad.awaitData("colour", "colour", "green");
    bad.awaitReady();
  }

  @Test
  void removesAReleaseWithAnUnreadableManifest(TestPrimary bad) {
    damage(bad, BROKEN);
    bad.awaitReason("Irreconcilable", "ReleaseUnreadable");

    bad.delete();

    bad.awaitGone();
    assertEquals(Map.of(), bad.data("colour"));
  }

  @Test
  void readsATabLikeHelm(TestPrimary one) {
    one.deploy("{colour: \"\\tred\"}");
    OPERATOR.operator().stop();
    OPERATOR.operator().start();

    one.another().deploy("{colour: blue}");
    assertEquals("red", one.data("colour").get("colour"));
    one.apply("{colour: green}");
    one.awaitData("colour", "colour", "green");
  }

  @Test
  void replacesARevisionThatSomebodyMadeImmutable(TestPrimary one) {
    var revision = "sh.helm.release.v1.%s.v".formatted(one.name());
    one.deploy("{colour: red}");
    makeImmutable(one, revision + 1);

    one.apply("{colour: green}");
    one.awaitRevisions("1 superseded", "2 deployed");
    one.awaitReady();
    makeImmutable(one, revision + 1);
    makeImmutable(one, revision + 2);
    one.delete();

    one.awaitGone();
  }

  private static void makeImmutable(TestPrimary one, String secret) {
    one.namespace().scratch().object(Secret.class, secret).patch("immutable: true");
  }

  @Test
  void rejectsAPathTraversalInAStoredChartName(TestPrimary bad) throws Exception {
    bad.deploy("{colour: red}");
    bad.deploy("{colour: green}");
    var target = Files.createTempDirectory("target-").resolve("chart");
    var traversal = Path.of("/tmp/catamaran-chart-x").relativize(target).toString();
    StoredRelease.forge(
        bad.namespace(),
        bad.name(),
        1,
        release -> release.withObject("/chart/metadata").put("name", traversal));

    bad.annotate("catamaran.dev/rollback-to", "1");

    bad.awaitMessage("Stalled", "revision 1 is not kept");
    assertFalse(Files.exists(target));
    assertEquals("green", bad.data("colour").get("colour"));
  }

  private static void assertOnlyThisIsUnreadable(TestPrimary bad) {
    bad.another().deploy("{colour: blue}");
    bad.awaitReason("Irreconcilable", "ReleaseUnreadable");
  }

  /** Also removes the digests from the status, so no digest contradicts the stored manifest. */
  private static void damage(TestPrimary bad, String manifest) {
    damage(
        bad,
        () -> {
          StoredRelease.forge(
              bad.namespace(), bad.name(), 1, release -> release.put("manifest", manifest));
          bad.mergeStatus("{\"status\":{\"history\":null}}");
        });
  }

  private static void damage(TestPrimary bad, Runnable damage) {
    bad.deploy("{colour: red}");
    OPERATOR.operator().stop();
    damage.run();
    OPERATOR.operator().start();
  }
}
