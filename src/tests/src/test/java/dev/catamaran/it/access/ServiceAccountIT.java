package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Yaml;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class ServiceAccountIT {
  private static final String ACCOUNT = "deployer";

  @Test
  void installsRepairsAndUninstallsWithItsRightsOnly(TestPrimary one) {
    var account = account(one);
    one.namespace().operate(watching("serviceAccountName: " + ACCOUNT));
    one.apply("{}");
    assertForbidden(one, "permission to get configmaps");
    account.may("configmaps", "*");
    one.awaitReady();

    account.mayNot("configmaps");
    one.delete(ConfigMap.class, "made");
    assertForbidden(one, "configmaps");
    assertNull(one.get(ConfigMap.class, "made"));
    account.may("configmaps", "*");
    one.awaitData("made", "by", "it");
    one.awaitReady();

    account.mayNot("configmaps");
    one.delete();
    assertForbidden(one, "configmaps in namespace");
    account.may("configmaps", "*");
    one.awaitGone();
    assertNull(one.get(ConfigMap.class, "made"));
  }

  @Test
  void followsTheAnnotationOfThePrimary(TestPrimary one) {
    account(one).may("configmaps", "*");
    one.namespace()
        .operate(
            watching("serviceAccountName: somebody-else", "allowServiceAccountOverride: true"));
    one.apply("{}");
    assertForbidden(
        one, "service account " + one.namespace().name() + "/somebody-else does not exist");

    one.annotate("catamaran.dev/service-account-name", ACCOUNT);

    one.awaitReady();
    var managers = one.value(ConfigMap.class, "hook", "metadata.managedFields");
    assertTrue(managers.contains("catamaran-owner"), managers);
  }

  /**
   * Helm writes and reads revisions by name. It lists them by label with a right on all Secrets.
   */
  @Test
  void readsValuesWithItsRightsOnly(TestPrimary one) {
    var account =
        TestAccount.in(one.namespace(), ACCOUNT).may("configmaps", "*").may("secrets", "create");
    one.namespace().secret("theirs", Map.of("values.yaml", "by: secret"));
    one.namespace()
        .operate(
            watching("serviceAccountName: " + ACCOUNT, "allowValuesFromSecrets: true"),
            Duration.ofSeconds(1));
    one.apply("{}");
    one.annotate("catamaran.dev/values-from", "Secret/theirs");

    one.awaitReason(
        "Stalled",
        "ValuesUnavailable",
        "grant service account " + one.namespace().name() + "/" + ACCOUNT);
    assertFalse(one.data("made").containsValue("secret"));
    account.may("secrets", "*");
    one.awaitData("made", "by", "secret");
  }

  @Test
  void isNotNeededForTheDeletionOfAPrimary(TestPrimary one) {
    var namespace = one.namespace();
    var account = account(one).may("configmaps", "*");
    namespace.operate(watching("serviceAccountName: " + ACCOUNT));
    one.deploy("{}");
    // Helm would treat this as an object of the release. The primary does not own it.
    Yaml.create(
        namespace,
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: bystander
          annotations: {meta.helm.sh/release-name: one, meta.helm.sh/release-namespace: %s}
        """,
        namespace.name());
    account.delete();

    one.delete();

    one.awaitGone();
    assertNull(one.get(ConfigMap.class, "made"));
    assertNotNull(namespace.get(ConfigMap.class, "bystander"));
  }

  @Test
  void doesNotBlockTheDeletionOfANamespace(TestPrimary one) {
    account(one).may("configmaps", "*");
    var namespace = one.namespace();
    namespace.operate(watching("serviceAccountName: " + ACCOUNT));
    one.deploy("{}");

    namespace.client().namespaces().withName(namespace.name()).delete();

    eventually(() -> assertNull(namespace.client().namespaces().withName(namespace.name()).get()));
  }

  private static TestAccount account(TestPrimary one) {
    return TestAccount.in(one.namespace(), ACCOUNT).may("secrets", "*");
  }

  /** With a hook, which the operator must adopt with the rights of the account. */
  private static Watching watching(String... options) {
    var made =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}-made"}
        data: {by: "{{ .Values.by }}"}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}-hook", annotations: {helm.sh/hook: post-install}}
        """;
    return Watching.chart(
        "Widget",
        TestChart.named("made").values("by: it").template("made.yaml", made).path(),
        options);
  }

  private static void assertForbidden(TestPrimary one, String message) {
    one.awaitReason("Ready", "Forbidden", message);
  }

  /** With the flag the operator uses no rights of its own for a primary. */
  @Test
  void theDefaultOneIsMissedAtTheStartAndThenAppliesToAllReleases(TestNamespace namespace) {
    var account = TestAccount.in(namespace, "deployer").may("secrets", "*");
    var warned =
        namespace.launch(
            Watching.chart("Widget", colors()).and("Gadget", colors(), "allowOwnRights: true"));
    warned.awaitLog("the operator's own permissions");
    var warnings =
        warned
            .log()
            .lines()
            .filter(line -> line.contains("the operator's own permissions"))
            .toList();
    assertEquals(1, warnings.size(), warned::log);
    for (var part : List.of("Releases of Widget are made", "WARN", "serviceAccountName")) {
      assertTrue(warnings.getFirst().contains(part), warned::log);
    }
    warned.kill();

    var operator =
        namespace.launch(Watching.chart("Widget", colors()), "--default-service-account=deployer");
    var one = namespace.widget("one").apply("{}");
    one.awaitReason("Ready", "Forbidden", "permission to get configmaps");
    assertFalse(operator.log().contains("own permissions"), operator::log);
    account.may("configmaps", "*");
    one.awaitReady();

    account.mayNot("configmaps");
    one.delete(ConfigMap.class, "colors");
    one.awaitReason("Ready", "Forbidden", "configmaps");
    assertNull(one.get(ConfigMap.class, "colors"), "repaired with the operator's rights");
    account.may("configmaps", "*");
    one.awaitData("colors", "color", "blue");
    one.delete();
    one.awaitGone();
  }

  private static Path colors() {
    return TestChart.named("colors").configMap("colors", "color", "blue").path();
  }
}
