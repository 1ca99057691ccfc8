package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.marcnuri.helm.Helm;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A tenant cannot use the rights of the operator, neither by custom resources nor by Secrets. */
class TenantsPowerIT {
  private static final String VICTIM = "kube-system";

  /** Permits only the default features. */
  private static Watching watching() {
    return Watching.chart("Widget", Tenants.widgets())
        .and(
            "Gadget",
            Tenants.widgets(),
            "serviceAccountName: weak",
            "targetNamespace: '{{ .spec.tenant }}'");
  }

  @ParameterizedTest(name = "who {0}")
  @MethodSource("misbehaviours")
  @Execution(ExecutionMode.CONCURRENT)
  void gainsNothing(Misbehaviour misbehaviour, TestNamespace tenant) {
    tenant.operate(watching());
    misbehaviour.deed().accept(tenant);
    misbehaviour.reaction().accept(tenant);
  }

  static List<Misbehaviour> misbehaviours() {
    return List.of(
        Misbehaviour.of(
            "forges a release of which the repair would make an object in kube-system",
            tenant -> {
              deploy(tenant);
              StoredRelease.forge(tenant, "one", 1, manifest(tenant));
              tenant.delete(ConfigMap.class, "one-colors");
            },
            tenant -> {
              eventually(() -> assertEquals(Map.of("color", "red"), tenant.data("one-colors")));
              tenant.awaitReady("Widget", "one");
              assertNull(victim(tenant));
            }),
        Misbehaviour.of(
            "forges a release of which the upgrade would delete an object in kube-system",
            tenant -> {
              deploy(tenant);
              makeVictim(tenant);
              StoredRelease.forge(tenant, "one", 1, manifest(tenant));
              tenant.apply("Widget", "one", "{color: green}");
            },
            tenant -> {
              eventually(() -> assertEquals(Map.of("color", "green"), tenant.data("one-colors")));
              tenant.awaitReady("Widget", "one");
              assertNotNull(victim(tenant));
            }),
        Misbehaviour.of(
            "forges a release of which the uninstall would delete an object in kube-system",
            tenant -> {
              deploy(tenant);
              makeVictim(tenant);
              StoredRelease.forge(tenant, "one", 1, manifest(tenant));
              tenant.delete("Widget", "one");
            },
            tenant -> {
              eventually(() -> assertNull(tenant.primary("Widget", "one")));
              assertEquals(List.of(), tenant.revisions("one"));
              assertNotNull(victim(tenant));
            }),
        Misbehaviour.of(
            "stores a newer revision where the operator does not look",
            tenant -> {
              deploy(tenant);
              makeVictim(tenant);
              StoredRelease.plant(tenant, "one", 1, 99, "superseded", manifest(tenant));
              tenant.apply("Widget", "one", "{color: green}");
            },
            tenant -> {
              eventually(() -> assertEquals(Map.of("color", "green"), tenant.data("one-colors")));
              tenant.awaitReady("Widget", "one");
              assertNotNull(victim(tenant));
              assertEquals(List.of("1 superseded", "2 deployed"), tenant.revisions("one"));
            }),
        Misbehaviour.of(
            "forges the revision that a rollback goes to",
            tenant -> {
              deploy(tenant);
              tenant.apply("Widget", "one", "{color: green}");
              eventually(() -> assertEquals(Map.of("color", "green"), tenant.data("one-colors")));
              tenant.awaitReady("Widget", "one");
              StoredRelease.forge(tenant, "one", 1, manifest(tenant));
              tenant.annotate("Widget", "one", "catamaran.dev/rollback-to", "1");
            },
            tenant -> {
              tenant.awaitReason(
                  "Widget", "one", "Stalled", "NoSuchRevision", "revision 1 is not kept");
              assertNull(victim(tenant));
            }),
        Misbehaviour.of(
            "chooses an account",
            tenant -> {
              tenant.apply("Widget", "one", "{}");
              tenant.annotate("Widget", "one", "catamaran.dev/service-account-name", "mighty");
            },
            tenant ->
                tenant.awaitReason(
                    "Widget", "one", "Stalled", "NotAllowed", "allowServiceAccountOverride: true")),
        Misbehaviour.of(
            "takes over a release of another owner",
            tenant -> {
              new Helm(Tenants.widgets())
                  .install()
                  .withName("one")
                  .withNamespace(tenant.name())
                  .withKubeConfig(tenant.cluster().adminKubeconfig())
                  .call();
              tenant.apply("Widget", "one", "{}");
              tenant.annotate("Widget", "one", "catamaran.dev/adopt-release", "true");
            },
            tenant ->
                tenant.awaitReason(
                    "Widget", "one", "Stalled", "NotAllowed", "allowAdoption: true")),
        Misbehaviour.of(
            "takes values from a Secret of another owner",
            tenant -> {
              tenant.apply("Widget", "one", "{}");
              tenant.annotate("Widget", "one", "catamaran.dev/values-from", "Secret/theirs");
            },
            tenant ->
                tenant.awaitReason(
                    "Widget", "one", "Stalled", "NotAllowed", "allowValuesFromSecrets: true")),
        Misbehaviour.of(
            "writes a document into a text",
            tenant ->
                tenant.apply(
                    "Widget", "one", "{raw: %s}".formatted(Serialization.asJson(manifest(tenant)))),
            tenant -> {
              tenant.awaitReason("Widget", "one", "Stalled", "NotAllowed", "ConfigMap/" + VICTIM);
              assertNull(victim(tenant));
            }),
        Misbehaviour.of(
            "writes a document for its own namespace into a text",
            tenant ->
                tenant.apply(
                    "Widget",
                    "one",
                    "{raw: %s}"
                        .formatted(
                            Serialization.asJson(manifest(tenant).replace(VICTIM, tenant.name())))),
            tenant ->
                tenant.awaitReason("Widget", "one", "Stalled", "NotAllowed", "manifestValues")),
        Misbehaviour.of(
            "writes an object of the cluster into a line",
            tenant ->
                tenant.apply(
                    "Widget",
                    "one",
                    "{raw: '{apiVersion: v1, kind: Namespace, metadata: {name: %s-more}}'}"
                        .formatted(tenant.name())),
            tenant ->
                tenant.awaitReason(
                    "Widget", "one", "Stalled", "NotAllowed", "places: [Namespace]")),
        Misbehaviour.of(
            "selects kube-system for a release",
            tenant -> tenant.apply("Gadget", "one", "{tenant: %s}".formatted(VICTIM)),
            // The operator does not watch kube-system. NotAllowedIT tests a watched namespace.
            tenant -> tenant.awaitReason("Gadget", "one", "Stalled", "InvalidPlace", VICTIM)),
        Misbehaviour.of(
            "uses an account without rights",
            tenant -> {
              TestAccount.in(tenant, "weak");
              tenant.apply("Gadget", "one", "{tenant: %s}".formatted(tenant.name()));
            },
            tenant -> tenant.awaitReason("Gadget", "one", "Ready", "Forbidden")));
  }

  private static void deploy(TestNamespace tenant) {
    tenant.deploy("Widget", "one", "{color: red}");
  }

  private static String manifest(TestNamespace tenant) {
    return "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s, namespace: %s}\n"
        .formatted(tenant.name(), VICTIM);
  }

  private static void makeVictim(TestNamespace tenant) {
    tenant
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName(tenant.name())
                .withNamespace(VICTIM)
                .endMetadata()
                .build())
        .create();
  }

  private static @Nullable ConfigMap victim(TestNamespace tenant) {
    return tenant.client().configMaps().inNamespace(VICTIM).withName(tenant.name()).get();
  }
}
