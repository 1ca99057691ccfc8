package dev.catamaran.it;

import static dev.catamaran.testcluster.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.InNamespace;
import dev.catamaran.testcluster.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(InNamespace.class)
class ServiceAccountIT {
  private static final String ACCOUNT = "deployer";
  private static final String MADE = "one-made";

  @Test
  void makesRepairsAndTakesDownWithItsRightsOnly(TestNamespace namespace) {
    makeAccount(namespace);
    grant(namespace, "secrets");
    namespace.operate(watching("serviceAccountName: " + ACCOUNT));
    namespace.apply("Widget", "one", "{}");
    assertForbidden(namespace, "may not get configmaps");

    grant(namespace, "secrets", "configmaps");
    namespace.awaitReady("Widget", "one");

    grant(namespace, "secrets");
    namespace.client().resource(namespace.existing(ConfigMap.class, MADE)).delete();
    assertForbidden(namespace, "configmaps");
    assertNull(namespace.get(ConfigMap.class, MADE));
    grant(namespace, "secrets", "configmaps");
    eventually(() -> assertEquals(Map.of("by", "it"), namespace.data(MADE)));

    grant(namespace, "secrets");
    namespace.delete("Widget", "one");
    assertForbidden(namespace, "configmaps in namespace");
    grant(namespace, "secrets", "configmaps");
    assertGone(namespace);
  }

  @Test
  void isTheOneThatThePrimaryNames(TestNamespace namespace) {
    makeAccount(namespace);
    grant(namespace, "secrets", "configmaps");
    namespace.operate(
        watching("serviceAccountName: somebody-else", "allowServiceAccountOverride: true"));
    namespace.apply("Widget", "one", "{}");
    assertForbidden(
        namespace, "service account " + namespace.name() + "/somebody-else does not exist");

    namespace.annotate("Widget", "one", "catamaran.dev/service-account-name", ACCOUNT);

    namespace.awaitReady("Widget", "one");
    var managers =
        namespace.existing(ConfigMap.class, MADE).getMetadata().getManagedFields().stream()
            .map(entry -> entry.getManager())
            .toList();
    assertTrue(managers.contains("catamaran-owner"), managers::toString);
  }

  @Test
  void isNotNeededForAPrimaryToGo(TestNamespace namespace) {
    makeAccount(namespace);
    grant(namespace, "secrets", "configmaps");
    namespace.operate(watching("serviceAccountName: " + ACCOUNT));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");
    // Helm would take this for the release's; it is not the primary's.
    var bystander =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("bystander")
            .withNamespace(namespace.name())
            .addToAnnotations("meta.helm.sh/release-name", "one")
            .addToAnnotations("meta.helm.sh/release-namespace", namespace.name())
            .endMetadata()
            .build();
    namespace.client().resource(bystander).create();

    namespace.client().resource(namespace.existing(RoleBinding.class, ACCOUNT)).delete();
    namespace.client().resource(namespace.existing(ServiceAccount.class, ACCOUNT)).delete();
    namespace.delete("Widget", "one");

    assertGone(namespace);
    assertNotNull(namespace.get(ConfigMap.class, "bystander"));
  }

  @Test
  void doesNotKeepANamespaceThatIsDeleted(TestNamespace namespace) {
    makeAccount(namespace);
    grant(namespace, "secrets", "configmaps");
    namespace.operate(watching("serviceAccountName: " + ACCOUNT));
    namespace.apply("Widget", "one", "{}");
    namespace.awaitReady("Widget", "one");

    namespace.client().namespaces().withName(namespace.name()).delete();

    eventually(() -> assertNull(namespace.client().namespaces().withName(namespace.name()).get()));
  }

  private static Watching watching(String... options) {
    return Watching.chart(
        "Widget", TestChart.named("made").configMap("made", "by", "it").path(), options);
  }

  private static void makeAccount(TestNamespace namespace) {
    var client = namespace.client();
    client
        .resource(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withName(ACCOUNT)
                .withNamespace(namespace.name())
                .endMetadata()
                .build())
        .create();
    client
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withName(ACCOUNT)
                .withNamespace(namespace.name())
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "Role", ACCOUNT)
                .addNewSubject(null, "ServiceAccount", ACCOUNT, namespace.name())
                .build())
        .create();
  }

  /** Gives the account all rights on these resources, and on no others. */
  private static void grant(TestNamespace namespace, String... resources) {
    Role role =
        new RoleBuilder()
            .withNewMetadata()
            .withName(ACCOUNT)
            .withNamespace(namespace.name())
            .endMetadata()
            .addNewRule()
            .withApiGroups("")
            .withResources(List.of(resources))
            .withVerbs("*")
            .endRule()
            .build();
    namespace.client().resource(role).createOr(r -> r.update());
  }

  private static void assertForbidden(TestNamespace namespace, String message) {
    eventually(
        () -> {
          var ready = namespace.condition("Widget", "one", "Ready");
          assertEquals("Forbidden", ready.get("reason"), ready::toString);
          assertTrue(ready.get("message").contains(message), ready::toString);
        });
  }

  private static void assertGone(TestNamespace namespace) {
    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    assertEquals(List.of(), namespace.revisions("one"));
    assertNull(namespace.get(ConfigMap.class, MADE));
  }
}
