package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.catamaran.samples.reversewords.ReverseWordsApp;
import dev.catamaran.samples.reversewords.ReverseWordsAppStatus;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The ReverseWordsApps of a namespace, and manual changes of their objects.
 *
 * @param namespace the namespace of the apps
 */
record ReverseWordsApps(TestNamespace namespace) {
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  private static final PatchContext STRATEGIC = PatchContext.of(PatchType.STRATEGIC_MERGE);

  /** The watches.yaml of the sample. */
  static Watching watching() {
    try {
      return Watching.yaml(Files.readString(Path.of("samples/reverse-words/watches.yaml")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Creates an app.
   *
   * @param spec in YAML, such as {@code {replicas: 2}}
   */
  void create(String name, String spec) {
    var yaml =
        """
        apiVersion: apps.linuxera.org/v1alpha1
        kind: ReverseWordsApp
        metadata: {name: %s, namespace: %s}
        spec: %s
        """
            .formatted(name, namespace.name(), spec);
    client().resource(Serialization.unmarshal(yaml, ReverseWordsApp.class)).create();
  }

  /** Changes a part of the spec. */
  void change(String name, String json) {
    app(name).patch(MERGE, "{\"spec\":" + json + "}");
  }

  /** Edits the Deployment, as a person does. */
  void editDeployment(String name, String json) {
    client()
        .apps()
        .deployments()
        .inNamespace(namespace.name())
        .withName("dp-" + name)
        .patch(STRATEGIC, json);
  }

  /** Scales the Deployment, as {@code kubectl scale} does. */
  void scale(String name, int replicas) {
    client()
        .apps()
        .deployments()
        .inNamespace(namespace.name())
        .withName("dp-" + name)
        .scale(replicas);
  }

  Resource<ReverseWordsApp> app(String name) {
    return client().resources(ReverseWordsApp.class).inNamespace(namespace.name()).withName(name);
  }

  Deployment deployment(String name) {
    return namespace.existing(Deployment.class, "dp-" + name);
  }

  Service service(String name) {
    return namespace.existing(Service.class, "service-" + name);
  }

  /** The current status. Fails for an app without a status. */
  ReverseWordsAppStatus status(String name) {
    var status = app(name).get().getStatus();
    assertNotNull(status, () -> name + " has no status");
    return status;
  }

  /** The current Ready condition. */
  Condition ready(String name) {
    return status(name).conditions().getLast();
  }

  /** Waits until an app is ready at its current generation with this number of pods. */
  void awaitReady(String name, int pods) {
    eventually(
        () -> {
          var found = app(name).get();
          var status = status(name);
          assertEquals(found.getMetadata().getGeneration(), status.observedGeneration());
          assertEquals("True", ready(name).getStatus(), () -> ready(name).getMessage());
          assertEquals(pods, status.appPods().size());
        });
  }

  /** The sorted pods of the Deployment's ReplicaSets, except pods in deletion. */
  List<String> pods(String name) {
    return client()
        .pods()
        .inNamespace(namespace.name())
        .withLabel("app", name)
        .list()
        .getItems()
        .stream()
        .filter(pod -> !pod.isMarkedForDeletion())
        .filter(ReverseWordsApps::isOfReplicaSet)
        .map(pod -> pod.getMetadata().getName())
        .sorted()
        .toList();
  }

  /** Sets the Ready condition of a pod, as the kubelet does. */
  void setReady(String pod, boolean ready) {
    client()
        .pods()
        .inNamespace(namespace.name())
        .withName(pod)
        .subresource("status")
        .patch(
            STRATEGIC,
            "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"%s\"}]}}"
                .formatted(ready ? "True" : "False"));
  }

  /** The notes of the Events about an app with this reason. */
  List<String> events(String name, String reason) {
    return client().events().v1().events().inNamespace(namespace.name()).list().getItems().stream()
        .filter(event -> event.getRegarding().getName().equals(name))
        .filter(event -> event.getRegarding().getKind().equals("ReverseWordsApp"))
        .filter(event -> event.getReason().equals(reason))
        .map(event -> Optional.ofNullable(event.getNote()).orElse(""))
        .toList();
  }

  private KubernetesClient client() {
    return namespace.client();
  }

  private static boolean isOfReplicaSet(Pod pod) {
    return pod.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> owner.getKind().equals("ReplicaSet"));
  }
}
