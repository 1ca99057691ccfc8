package dev.catamaran.it.access;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class ServiceAccountIT {
  private static final String ACCOUNT = "deployer";
  private static final String MADE = "one-made";

  @Test
  void installsRepairsAndUninstallsWithItsRightsOnly(TestNamespace namespace) {
    var account = account(namespace);
    namespace.operate(watching("serviceAccountName: " + ACCOUNT));
    namespace.apply("Widget", "one", "{}");
    assertForbidden(namespace, "permission to get configmaps");

    account.may("configmaps", "*");
    namespace.awaitReady("Widget", "one");

    account.mayNot("configmaps");
    awaitNotAllowed(namespace);
    namespace.delete(ConfigMap.class, MADE);
    assertForbidden(namespace, "configmaps");
    assertNull(namespace.get(ConfigMap.class, MADE));
    account.may("configmaps", "*");
    eventually(() -> assertEquals(Map.of("by", "it"), namespace.data(MADE)));
    namespace.awaitReady("Widget", "one");

    account.mayNot("configmaps");
    awaitNotAllowed(namespace);
    namespace.delete("Widget", "one");
    assertForbidden(namespace, "configmaps in namespace");
    account.may("configmaps", "*");
    assertGone(namespace);
  }

  @Test
  void followsTheAnnotationOfThePrimary(TestNamespace namespace) {
    account(namespace).may("configmaps", "*");
    namespace.operate(
        watching("serviceAccountName: somebody-else", "allowServiceAccountOverride: true"));
    namespace.apply("Widget", "one", "{}");
    assertForbidden(
        namespace, "service account " + namespace.name() + "/somebody-else does not exist");

    namespace.annotate("Widget", "one", "catamaran.dev/service-account-name", ACCOUNT);

    namespace.awaitReady("Widget", "one");
    var managers =
        namespace.existing(ConfigMap.class, "one-hook").getMetadata().getManagedFields().stream()
            .map(entry -> entry.getManager())
            .toList();
    assertTrue(managers.contains("catamaran-owner"), managers::toString);
  }

  @Test
  void isNotNeededForTheDeletionOfAPrimary(TestNamespace namespace) {
    var account = account(namespace).may("configmaps", "*");
    namespace.operate(watching("serviceAccountName: " + ACCOUNT));
    namespace.deploy("Widget", "one", "{}");
    // Helm would treat this as an object of the release. The primary does not own it.
    var unowned =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("bystander")
            .withNamespace(namespace.name())
            .addToAnnotations("meta.helm.sh/release-name", "one")
            .addToAnnotations("meta.helm.sh/release-namespace", namespace.name())
            .endMetadata()
            .build();
    namespace.client().resource(unowned).create();

    account.delete();
    namespace.delete("Widget", "one");

    assertGone(namespace);
    assertNotNull(namespace.get(ConfigMap.class, "bystander"));
  }

  @Test
  void doesNotBlockTheDeletionOfANamespace(TestNamespace namespace) {
    account(namespace).may("configmaps", "*");
    namespace.operate(watching("serviceAccountName: " + ACCOUNT));
    namespace.deploy("Widget", "one", "{}");

    namespace.client().namespaces().withName(namespace.name()).delete();

    eventually(() -> assertNull(namespace.client().namespaces().withName(namespace.name()).get()));
  }

  /** The API server applies the deletion of a Role only after a moment. */
  private static void awaitNotAllowed(TestNamespace namespace) {
    var review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser("system:serviceaccount:%s:%s".formatted(namespace.name(), ACCOUNT))
            .withNewResourceAttributes()
            .withNamespace(namespace.name())
            .withVerb("create")
            .withResource("configmaps")
            .endResourceAttributes()
            .endSpec()
            .build();
    eventually(
        () -> assertFalse(namespace.client().resource(review).create().getStatus().getAllowed()));
  }

  private static TestAccount account(TestNamespace namespace) {
    return TestAccount.in(namespace, ACCOUNT).may("secrets", "*");
  }

  /** With a hook, which the operator must adopt with the rights of the account. */
  private static Watching watching(String... options) {
    var made =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}-made"}
        data: {by: it}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: "{{ .Release.Name }}-hook", annotations: {helm.sh/hook: post-install}}
        """;
    return Watching.chart(
        "Widget", TestChart.named("made").template("made.yaml", made).path(), options);
  }

  private static void assertForbidden(TestNamespace namespace, String message) {
    namespace.awaitReason("Widget", "one", "Ready", "Forbidden", message);
  }

  private static void assertGone(TestNamespace namespace) {
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, MADE));
  }
}
