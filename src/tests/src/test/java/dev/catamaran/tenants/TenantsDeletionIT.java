package dev.catamaran.tenants;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.within;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.TestAccount;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A deletion ends, or its condition names the blocking object. */
class TenantsDeletionIT extends Tenants {
  private static final String MADE = "one-colors";
  private static final String FOREIGN = "example.com/mine";

  @Override
  List<Misbehaviour> misbehaviours() {
    return List.of(
        Misbehaviour.of(
            "deletes a primary with an object of a kind that is no longer served",
            tenant -> {
              var passing = new PassingKind(tenant);
              passing.define();
              deploy(
                  tenant,
                  "{apiVersion: %s, kind: Passing, metadata: {name: one}}"
                      .formatted(passing.apiVersion()));
              passing.undefine();
              tenant.delete("Widget", "one");
            },
            TenantsDeletionIT::awaitGone),
        Misbehaviour.quick(
            "deletes the stored release together with its primary",
            tenant -> {
              deployFarAway(tenant);
              tenant
                  .client()
                  .secrets()
                  .inNamespace(tenant.name())
                  .withLabel("owner", "helm")
                  .delete();
              tenant.delete("Widget", "one");
            },
            TenantsDeletionIT::awaitGone),
        Misbehaviour.quick(
            "damages the stored release and deletes its primary",
            tenant -> {
              deployFarAway(tenant);
              StoredRelease.damage(tenant, "one", 1);
              tenant.delete("Widget", "one");
            },
            TenantsDeletionIT::awaitGone),
        Misbehaviour.of(
            "deletes the whole namespace",
            tenant -> {
              deployFarAway(tenant);
              tenant.client().namespaces().withName(tenant.name()).delete();
            },
            tenant -> {
              awaitGone(tenant);
              eventually(
                  () -> assertNull(tenant.client().namespaces().withName(tenant.name()).get()));
            }),
        Misbehaviour.quick(
            "holds an object by a finalizer and deletes its primary",
            tenant -> {
              deploy(tenant, "");
              tenant.annotate(
                  "Widget", "one", "helm.sdk.operatorframework.io/uninstall-wait", "true");
              hold(tenant);
              tenant.delete("Widget", "one");
            },
            TenantsDeletionIT::awaitHeld),
        Misbehaviour.of(
            "holds a primary by a finalizer and deletes it",
            tenant -> {
              deploy(tenant, "");
              patch(tenant, "add", "/metadata/finalizers/-", "\"" + FOREIGN + "\"");
              tenant.delete("Widget", "one");
            },
            tenant -> {
              eventually(
                  () ->
                      assertEquals(
                          List.of(FOREIGN),
                          requireNonNull(tenant.primary("Widget", "one"))
                              .getMetadata()
                              .getFinalizers()));
              awaitNothingLeft(tenant);
            }),
        Misbehaviour.quick(
            "removes our finalizer and deletes the primary",
            tenant -> {
              deploy(tenant, "");
              patch(tenant, "replace", "/metadata/finalizers", "[]");
              tenant.delete("Widget", "one");
            },
            // The garbage collector deletes its objects by their owner references.
            tenant -> {
              eventually(() -> assertNull(tenant.primary("Widget", "one")));
              eventually(() -> assertNull(tenant.get(ConfigMap.class, MADE)));
            }),
        Misbehaviour.quick(
            "deletes the account of a primary and the primary",
            tenant -> {
              var account =
                  TestAccount.in(tenant, "deployer").may("secrets", "*").may("configmaps", "*");
              tenant.apply("Widget", "one", "{}");
              tenant.annotate("Widget", "one", "catamaran.dev/service-account-name", "deployer");
              tenant.awaitReady("Widget", "one");
              account.delete();
              tenant.delete("Widget", "one");
            },
            TenantsDeletionIT::awaitGone),
        Misbehaviour.of(
            "has a hook that never ends and deletes its primary",
            tenant -> {
              deploy(tenant, tenant.gate().job("pre-delete").replace("{{ .Release.Name }}", "one"));
              tenant.delete("Widget", "one");
            },
            // Helm waits minutes for this Job.
            tenant -> eventually(() -> assertNotNull(tenant.get(Job.class, "one-gate")))),
        Misbehaviour.of(
            "has ten hooks that never end",
            tenant -> {
              var hook = tenant.gate().job("pre-install");
              for (int i = 0; i < 10; i++) {
                var raw = hook.replace("{{ .Release.Name }}", "one-" + i);
                tenant.apply(
                    "Widget", "one-" + i, "{raw: %s}".formatted(Serialization.asJson(raw)));
              }
            },
            tenant -> eventually(() -> assertNotNull(tenant.get(Job.class, "one-0-gate")))),
        Misbehaviour.of(
            "makes 500 primaries and deletes them at once",
            tenant ->
                IntStream.range(0, 500)
                    .parallel()
                    .forEach(
                        i -> {
                          tenant.apply("Widget", "brief-" + i, "{}");
                          tenant.delete("Widget", "brief-" + i);
                        }),
            tenant -> within(Duration.ofMinutes(6), () -> assertEquals(List.of(), left(tenant)))));
  }

  /** Asks for few: lists of hundreds at each look would delay the neighbour. */
  private static List<String> left(TestNamespace tenant) {
    var few = new ListOptionsBuilder().withLimit(1L).build();
    var client = tenant.client();
    var place = tenant.name();
    return Stream.of(
            client
                .genericKubernetesResources("test.catamaran.dev/v1", "Widget")
                .inNamespace(place)
                .list(few),
            client.configMaps().inNamespace(place).withLabel("catamaran.dev/operator").list(few),
            client.secrets().inNamespace(place).withLabel("owner", "helm").list(few))
        .<HasMetadata>flatMap(list -> list.getItems().stream())
        .map(object -> object.getKind() + " " + object.getMetadata().getName())
        .toList();
  }

  /** Deploys a primary with an additional object. */
  private static void deploy(TestNamespace tenant, String raw) {
    tenant.deploy("Widget", "one", "{raw: %s}".formatted(Serialization.asJson(raw)));
  }

  /** Deploys a primary with a cluster-scoped object. */
  private static void deployFarAway(TestNamespace tenant) {
    deploy(
        tenant,
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: %s}
        """
            .formatted(tenant.name()));
    assertNotNull(far(tenant));
  }

  private static @Nullable ClusterRole far(TestNamespace tenant) {
    return tenant.client().rbac().clusterRoles().withName(tenant.name()).get();
  }

  private static void hold(TestNamespace tenant) {
    tenant.edit(
        ConfigMap.class,
        MADE,
        made ->
            new ConfigMapBuilder(made)
                .editMetadata()
                .withFinalizers(FOREIGN)
                .endMetadata()
                .build());
  }

  private static void patch(TestNamespace tenant, String operation, String path, String value) {
    tenant
        .resource("Widget", "one")
        .patch(
            PatchContext.of(PatchType.JSON),
            "[{\"op\":\"%s\",\"path\":\"%s\",\"value\":%s}]".formatted(operation, path, value));
  }

  private static void awaitGone(TestNamespace tenant) {
    eventually(() -> assertNull(tenant.primary("Widget", "one")));
    awaitNothingLeft(tenant);
  }

  private static void awaitNothingLeft(TestNamespace tenant) {
    eventually(
        () -> {
          assertEquals(List.of(), tenant.revisions("one"));
          assertNull(tenant.get(ConfigMap.class, MADE));
          assertNull(far(tenant));
        });
  }

  private static void awaitHeld(TestNamespace tenant) {
    var held = "ConfigMap/%s (held by finalizer %s)".formatted(MADE, FOREIGN);
    tenant.awaitReason("Widget", "one", "Deployed", "Uninstalling", held);
  }
}
