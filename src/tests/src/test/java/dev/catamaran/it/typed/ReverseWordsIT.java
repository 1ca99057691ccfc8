package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reconciles ReverseWordsApps with the watches.yaml of the sample. */
class ReverseWordsIT {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final String FINALIZER = "finalizer.reversewordsapp.apps.linuxera.org";

  private static TestNamespace shared;
  private static RequestLog requests;
  private static ReverseWordsApps apps;

  @BeforeAll
  static void operate() {
    shared = TestNamespace.create();
    requests = RequestLog.of(shared.identity());
    shared.operate(ReverseWordsApps.watching(), PERIOD);
    apps = new ReverseWordsApps(shared);
  }

  @AfterAll
  static void end() {
    shared.close();
  }

  @Test
  void makesTheDeploymentAndTheServiceOfTheOriginal() {
    apps.create("exact", "{replicas: 2, appVersion: v0.1.1}");
    apps.awaitReady("exact", 2);
    var deployment = apps.deployment("exact");
    var labels = Map.of("app", "exact");
    assertEquals("exact", deployment.getMetadata().getLabels().get("app"));
    assertEquals(labels, deployment.getSpec().getSelector().getMatchLabels());
    assertEquals(labels, deployment.getSpec().getTemplate().getMetadata().getLabels());
    assertEquals(2, deployment.getSpec().getReplicas());
    assertOwned(deployment);
    var container = deployment.getSpec().getTemplate().getSpec().getContainers().getFirst();
    assertEquals("reversewords", container.getName());
    assertEquals("quay.io/mavazque/reversewords:v0.1.1", container.getImage());
    assertEquals("reversewords", container.getPorts().getFirst().getName());
    assertEquals(8080, container.getPorts().getFirst().getContainerPort());
    assertHealth(container.getLivenessProbe());
    assertHealth(container.getReadinessProbe());

    var service = apps.service("exact");
    assertEquals("LoadBalancer", service.getSpec().getType());
    assertEquals(labels, service.getSpec().getSelector());
    var port = service.getSpec().getPorts().getFirst();
    assertEquals("http", port.getName());
    assertEquals(8080, port.getPort());
    assertOwned(service);
  }

  @Test
  void defaultsToOneReplicaAndTheLatestVersionAndFollowsIt() {
    apps.create("modest", "{replicas: 0, appVersion: ''}");
    apps.awaitReady("modest", 1);
    assertEquals("quay.io/mavazque/reversewords:latest", image("modest"));
    var before = apps.pods("modest");
    apps.change("modest", "{\"appVersion\": \"v0.1.1\"}");
    eventually(() -> assertEquals("quay.io/mavazque/reversewords:v0.1.1", image("modest")));
    eventually(() -> assertNotEquals(before, apps.status("modest").appPods()));
    apps.awaitReady("modest", 1);
  }

  @Test
  void listsOnlyItsOwnLivePodsSortedAndFollowsTheirReadiness() {
    var stranger =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: aaa-stranger, labels: {app: named}}
        spec: {containers: [{name: other, image: "other:1"}]}
        """;
    shared.scratch().create(Serialization.unmarshal(stranger, Pod.class));
    apps.create("named", "{replicas: 3}");
    apps.awaitReady("named", 3);
    eventually(() -> assertEquals(apps.pods("named"), apps.status("named").appPods()));
    var gone = apps.status("named").appPods().getFirst();
    shared.delete(Pod.class, gone);
    eventually(() -> assertFalse(apps.status("named").appPods().contains(gone)));
    apps.awaitReady("named", 3);
    eventually(() -> assertEquals(apps.pods("named"), apps.status("named").appPods()));

    var pod = apps.pods("named").getFirst();
    apps.setReady(pod, false);
    eventually(
        () ->
            assertEquals(
                List.of("ReverseWordsDeploymentNotReady=True", "Ready=False"),
                conditions("named")));
    eventually(() -> assertEquals("2 of 3 pods are ready", apps.ready("named").getMessage()));
    apps.setReady(pod, true);
    apps.awaitReady("named", 3);
    assertEquals(
        List.of("ReverseWordsDeploymentNotReady=False", "Ready=True"), conditions("named"));
  }

  @Test
  void revertsChangesOfItsFieldsAndKeepsOthers() {
    apps.create("tuned", "{replicas: 1, appVersion: v0.1.0}");
    apps.awaitReady("tuned", 1);
    apps.editDeployment("tuned", "{\"metadata\": {\"annotations\": {\"owner\": \"team-blue\"}}}");
    apps.editDeployment("tuned", container("\"resources\": {\"limits\": {\"memory\": \"64Mi\"}}"));
    apps.editDeployment("tuned", container("\"image\": \"somebody/elses:1\""));
    eventually(() -> assertEquals("quay.io/mavazque/reversewords:v0.1.0", image("tuned")));
    apps.change("tuned", "{\"appVersion\": \"v0.1.1\", \"replicas\": 2}");
    eventually(() -> assertEquals("quay.io/mavazque/reversewords:v0.1.1", image("tuned")));
    apps.awaitReady("tuned", 2);
    var deployment = apps.deployment("tuned");
    assertEquals("team-blue", deployment.getMetadata().getAnnotations().get("owner"));
    var container = deployment.getSpec().getTemplate().getSpec().getContainers().getFirst();
    assertEquals(Map.of("memory", new Quantity("64Mi")), container.getResources().getLimits());
  }

  @Test
  void setsTheFinalizerFirstRestoresItsObjectsAndDeletesThem() {
    requests.restart();
    apps.create("brief", "{replicas: 1}");
    apps.awaitReady("brief", 1);
    assertEquals(List.of(FINALIZER), apps.app("brief").get().getMetadata().getFinalizers());
    // The operator also writes about the apps of other tests.
    eventually(
        () -> {
          var writes =
              requests.requests().stream()
                  .filter(request -> request.isWrite() && request.name().contains("brief"))
                  .toList();
          assertTrue(writes.size() >= 4, writes::toString);
          assertTrue(writes.getFirst().uri().contains("/reversewordsapps/brief"), writes::toString);
        });

    var deployment = apps.deployment("brief").getMetadata().getUid();
    var service = apps.service("brief").getMetadata().getUid();
    shared.delete(Deployment.class, "dp-brief");
    shared.delete(Service.class, "service-brief");
    eventually(() -> assertNotEquals(service, apps.service("brief").getMetadata().getUid()));
    eventually(() -> assertNotEquals(deployment, apps.deployment("brief").getMetadata().getUid()));
    apps.awaitReady("brief", 1);

    apps.app("brief").delete();
    eventually(() -> assertNull(apps.app("brief").get()));
    eventually(() -> assertNull(shared.get(Deployment.class, "dp-brief")));
    eventually(() -> assertNull(shared.get(Service.class, "service-brief")));
  }

  private static void assertOwned(HasMetadata object) {
    var app = apps.app(object.getMetadata().getLabels().getOrDefault("app", "")).get();
    assertEquals(
        List.of(
            new OwnerReference(
                "apps.linuxera.org/v1alpha1",
                true,
                true,
                "ReverseWordsApp",
                app.getMetadata().getName(),
                app.getMetadata().getUid())),
        object.getMetadata().getOwnerReferences());
  }

  private static void assertHealth(Probe probe) {
    assertEquals("/health", probe.getHttpGet().getPath());
    assertEquals(8080, probe.getHttpGet().getPort().getIntVal());
    assertEquals(5, probe.getInitialDelaySeconds());
    assertEquals(2, probe.getTimeoutSeconds());
    assertEquals(15, probe.getPeriodSeconds());
  }

  private static String image(String name) {
    return apps.deployment(name)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .getImage();
  }

  private static List<String> conditions(String name) {
    return apps.status(name).conditions().stream()
        .map((Condition condition) -> condition.getType() + "=" + condition.getStatus())
        .toList();
  }

  private static String container(String fields) {
    return "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"reversewords\",%s}]}}}}"
        .formatted(fields);
  }

  @Test
  void keepsObjectsOfAnotherOwnerAndReportsThem() {
    var deployment =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: dp-taken}
        spec:
          replicas: 0
          selector: {matchLabels: {of: somebody}}
          template:
            metadata: {labels: {of: somebody}}
            spec: {containers: [{name: reversewords, image: "other:1"}]}
        """;
    var service =
        """
        apiVersion: v1
        kind: Service
        metadata: {name: service-routed}
        spec: {selector: {of: somebody}, ports: [{name: http, port: 80}]}
        """;
    var foreign = shared.scratch().create(Serialization.unmarshal(deployment, Deployment.class));
    var routed = shared.scratch().create(Serialization.unmarshal(service, Service.class));
    apps.create("taken", "{replicas: 2}");
    apps.create("routed", "{replicas: 1}");

    assertTaken("taken", "Deployment %s/dp-taken exists");
    assertTaken("routed", "Service %s/service-routed exists");
    eventually(() -> assertEquals(1, apps.events("taken", "NameTaken").size()));
    var now = apps.deployment("taken").getMetadata();
    assertEquals(foreign.getMetadata().getGeneration(), now.getGeneration());
    assertEquals(List.of(), now.getOwnerReferences());
    assertEquals(foreign.getMetadata().getLabels(), now.getLabels());
    assertEquals(
        routed.getMetadata().getResourceVersion(),
        apps.service("routed").getMetadata().getResourceVersion());
  }

  private static void assertTaken(String name, String beginning) {
    eventually(() -> assertEquals("NameTaken", apps.ready(name).getReason()));
    var message = apps.ready(name).getMessage();
    assertTrue(message.startsWith(beginning.formatted(shared.name())), message);
    assertNull(apps.status(name).observedGeneration());
  }

  @Test
  void theSchemaRefusesNegativeReplicas() {
    var refusal =
        assertThrows(
            KubernetesClientException.class, () -> apps.create("negative", "{replicas: -1}"));
    assertTrue(refusal.getMessage().contains("spec.replicas"), refusal.getMessage());
  }

  @Test
  void refusesANameThatIsNoneOfAService() {
    apps.create("my.words", "{replicas: 1}");
    assertRefused("my.words", "metadata.name has a dot");
    apps.create("w".repeat(56), "{replicas: 1}");
    assertRefused("w".repeat(56), "metadata.name has 56 characters");
    apps.create("w".repeat(55), "{replicas: 1}");
    apps.awaitReady("w".repeat(55), 1);
    assertEquals(63, apps.service("w".repeat(55)).getMetadata().getName().length());
  }

  @Test
  void reportsWhyTheDeploymentCreatesNoPods() {
    apps.create("padded", "{replicas: 1, appVersion: 'v0.1.1 '}");

    eventually(
        () -> {
          var ready = apps.ready("padded");
          assertEquals("FailedCreate", ready.getReason());
          assertTrue(ready.getMessage().contains("image: Invalid value"), ready::getMessage);
        });
    apps.change("padded", "{\"appVersion\": \"v0.1.1\"}");
    apps.awaitReady("padded", 1);
  }

  private static void assertRefused(String name, String cause) {
    eventually(() -> assertEquals("InvalidSpec", apps.ready(name).getReason()));
    var message = apps.ready(name).getMessage();
    assertTrue(message.contains(cause), message);
    assertEquals("False", apps.ready(name).getStatus());
    eventually(() -> assertEquals(List.of(message), apps.events(name, "InvalidSpec")));
    assertNull(shared.get(Deployment.class, "dp-" + name));
    assertNull(shared.get(Service.class, "service-" + name));
    assertNull(apps.status(name).observedGeneration());
  }

  private static final Duration SEVERAL_PERIODS = PERIOD.multipliedBy(3);

  @Test
  void revertsScalingIfTheSpecSetsReplicas() {
    apps.create("fixed", "{replicas: 2}");
    apps.awaitReady("fixed", 2);
    var before = apps.deployment("fixed").getMetadata().getGeneration();

    apps.scale("fixed", 5);

    eventually(
        () -> {
          assertEquals(2, replicas("fixed"));
          // One scaling and one reversal. The first response may arrive after the second.
          assertEquals(before + 2, apps.deployment("fixed").getMetadata().getGeneration());
        });
    apps.awaitReady("fixed", 2);
  }

  @Test
  void leavesReplicasToAnAutoscalerIfTheSpecSetsNone() {
    apps.create("scaled", "{}");
    apps.awaitReady("scaled", 1);
    var autoscaler =
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: scaled}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: dp-scaled}
          minReplicas: 3
          maxReplicas: 5
          metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}]
        """;

    shared
        .client()
        .resource(Serialization.unmarshal(autoscaler, HorizontalPodAutoscaler.class))
        .inNamespace(shared.name())
        .create();

    apps.awaitReady("scaled", 3);
    apps.change("scaled", "{\"appVersion\": \"v0.1.1\"}");
    apps.awaitReady("scaled", 3);
    throughout(SEVERAL_PERIODS, () -> assertEquals(3, replicas("scaled")));
  }

  @Test
  void keepsTheReplicasAfterTheirRemovalFromTheSpec() {
    apps.create("freed", "{replicas: 3}");
    apps.awaitReady("freed", 3);

    apps.change("freed", "{\"replicas\": null, \"appVersion\": \"v0.1.1\"}");

    apps.awaitReady("freed", 3);
    throughout(SEVERAL_PERIODS, () -> assertEquals(3, replicas("freed")));
    apps.scale("freed", 2);
    apps.awaitReady("freed", 2);
    throughout(SEVERAL_PERIODS, () -> assertEquals(2, replicas("freed")));
  }

  private static int replicas(String name) {
    return apps.deployment(name).getSpec().getReplicas();
  }
}
