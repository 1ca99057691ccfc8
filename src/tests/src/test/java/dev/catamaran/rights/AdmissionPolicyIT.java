package dev.catamaran.rights;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cli.Main;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ReleasePolicy;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The API server refuses by the policy of a project what the operator refuses itself: here it is
 * told not to, as if the checks in its process failed.
 */
class AdmissionPolicyIT {
  private static final Path CHART =
      TestChart.named("boat")
          .values("{place: '', account: ''}")
          .template(
              "made.yaml",
              """
              apiVersion: v1
              kind: ConfigMap
              metadata:
                name: {{ .Release.Name }}-made
                namespace: {{ .Values.place | default .Release.Namespace }}
              ---
              apiVersion: apps/v1
              kind: Deployment
              metadata: {name: "{{ .Release.Name }}-pods"}
              spec:
                selector: {matchLabels: {app: boat}}
                template:
                  metadata: {labels: {app: boat}}
                  spec:
                    serviceAccountName: "{{ .Values.account }}"
                    containers: [{name: main, image: "memcached:1.6-alpine"}]
              """)
          .path();

  private static final String POD =
      "{serviceAccountName: ACCOUNT, containers: [{name: main, image: i}], restartPolicy: Never}";

  private final TestNamespace namespace;
  private final Path project;

  AdmissionPolicyIT(TestNamespace namespace, @TempDir Path folder) {
    this.namespace = namespace;
    this.project = folder.resolve("boat-operator");
    run("init", "--domain=catamaran.dev");
    create("Widget", "--own-rights");
    create("Gadget");
  }

  private void create(String kind, String... options) {
    run(
        Stream.concat(
                Stream.of(
                    "create",
                    "api",
                    "--group=test",
                    "--version=v1",
                    "--kind=" + kind,
                    "--helm-chart=" + CHART),
                Arrays.stream(options))
            .toArray(String[]::new));
  }

  private void run(String... arguments) {
    var output = new StringWriter();
    var all =
        Stream.concat(Arrays.stream(arguments), Stream.of("--project=" + project))
            .toArray(String[]::new);
    var writer = new PrintWriter(output);
    assertEquals(0, Main.execute(writer, writer, all), output::toString);
  }

  private ReleasePolicy policy() throws IOException {
    return ReleasePolicy.of(project, namespace, namespace.identity());
  }

  @Test
  void keepsAReleaseOutOfKubeSystemAndFromTheAccountOfTheOperator() throws IOException {
    policy();
    namespace.operate(
        Watching.chart(
            "Widget",
            CHART,
            "allowOwnRights: true",
            "allowAccountInPods: true",
            "places: [ConfigMap/kube-system]"));

    namespace.deploy("Widget", "honest", "{}");
    namespace.apply("Widget", "far", "{place: kube-system}");
    namespace.apply("Widget", "mighty", "{account: boat-operator-controller-manager}");

    awaitRefusal("far", "no release has objects in the namespace kube-system; if one should, name");
    awaitRefusal("mighty", "no pod of a release uses the account boat-operator-controller-manager");
    assertNull(
        namespace.client().configMaps().inNamespace("kube-system").withName("far-made").get());
    namespace.delete("Widget", "honest");
    namespace.widget("honest").awaitGone();
  }

  private void awaitRefusal(String primary, String message) {
    eventually(
        () -> {
          var ready = String.valueOf(namespace.condition("Widget", primary, "Ready"));
          assertTrue(ready.contains(message), ready);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{apiVersion: v1, kind: Pod, spec: POD}",
        "{apiVersion: v1, kind: PodTemplate, template: {spec: POD}}",
        "{apiVersion: batch/v1, kind: Job, spec: {template: {spec: POD}}}",
        "{apiVersion: batch/v1, kind: CronJob, spec: {schedule: '0 0 1 1 *', jobTemplate: {spec: {template: {spec: POD}}}}}",
        "{apiVersion: v1, kind: Pod, spec: {serviceAccount: ACCOUNT, containers: [{name: main, image: i}]}}"
      })
  void refusesPodsOfBuiltInKindsWithAnAccountThatMakesReleases(String object) throws IOException {
    var policy = policy();
    for (var account :
        new String[] {"boat-operator-deployer", "boat-operator-controller-manager"}) {
      // The API server looks for it before it asks the policy.
      namespace
          .client()
          .resource(
              new ServiceAccountBuilder()
                  .withNewMetadata()
                  .withName(account)
                  .withNamespace(namespace.name())
                  .endMetadata()
                  .build())
          .serverSideApply();
      assertEquals(
          "no pod of a release uses the account " + account + ", which makes releases",
          policy.refusal(namespace.identity().user(), object(object, account)));
    }
    assertEquals("", policy.refusal(namespace.identity().user(), object(object, "default")));
  }

  private HasMetadata object(String text, String account) {
    var object =
        Serialization.unmarshal(
            "---\n" + text.replace("POD", POD).replace("ACCOUNT", account),
            GenericKubernetesResource.class);
    object.setMetadata(configMap("one").getMetadata());
    return object;
  }

  @Test
  void isAboutTheOperatorAndTheAccountsOfReleases() throws IOException {
    var policy = policy();
    var inSystem = configMap("one");
    inSystem.getMetadata().setNamespace("kube-system");
    for (var user : new String[] {account("boat-operator-deployer"), namespace.identity().user()}) {
      assertEquals("", policy.refusal(user, configMap("one")));
      assertTrue(policy.refusal(user, inSystem).startsWith("no release has objects"), user);
    }
    assertEquals("", policy.refusal(account("somebody"), inSystem));
    assertEquals("", policy.refusal("somebody", inSystem));
  }

  /** The roles for editors and admins in config/rbac. */
  @Test
  void letsNobodyHoldOrForceAReleaseWhoMayOnlyEditItsPrimary() throws IOException {
    policy();
    namespace.operate(Watching.chart("Widget", CHART, "allowOwnRights: true"));
    namespace.deploy("Widget", "one", "{}");
    var editor = userWith("editor");
    var admin = userWith("admin");
    var refused = "only who may update widgets/release changes the annotation catamaran.dev/pause";

    eventually(() -> assertTrue(annotated(editor, "pause: 'true'").startsWith(refused)));
    assertEquals("", annotated(editor, "reset-at: '1'"));
    assertEquals("", annotated(admin, "pause: 'true'"));
    namespace.widget("one").awaitReason("Paused", "PauseReconcileAnnotationTrue", "");
    assertEquals("", annotated(editor, "reset-at: '2'"));
    assertTrue(annotated(editor, "pause: null").startsWith(refused));
    assertEquals("", annotated(admin, "pause: null"));
  }

  /** Somebody with a role of the project. */
  private String userWith(String role) throws IOException {
    var file = project.resolve("config/rbac/widget_%s_role.yaml".formatted(role));
    var rules = Serialization.unmarshal(Files.readString(file), ClusterRole.class).getRules();
    return namespace.identity(role, rules).user();
  }

  /** Why a user cannot annotate the primary; empty if he can. */
  private String annotated(String user, String annotation) {
    var config =
        new ConfigBuilder(namespace.client().getConfiguration())
            .withImpersonateUsername(user)
            .build();
    try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
      client
          .genericKubernetesResources("test.catamaran.dev/v1", "Widget")
          .inNamespace(namespace.name())
          .withName("one")
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              "{\"metadata\": {\"annotations\": {\"catamaran.dev/%s}}}"
                  .formatted(annotation.replaceFirst(":", "\":").replace('\'', '"')));
      return "";
    } catch (KubernetesClientException e) {
      return e.getStatus().getMessage().replaceFirst("(?s).* denied request: ", "");
    }
  }

  private String account(String name) {
    return "system:serviceaccount:%s:%s".formatted(namespace.name(), name);
  }

  private HasMetadata configMap(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace.name())
        .endMetadata()
        .build();
  }
}
