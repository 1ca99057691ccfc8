package dev.catamaran.samples.reversewords;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import org.jspecify.annotations.Nullable;

/** Objects as the API server would show them. */
final class Samples {

  private Samples() {}

  static ReverseWordsApp app(@Nullable Integer replicas) {
    return app("words", new ReverseWordsAppSpec(replicas, "v0.1.1"));
  }

  static ReverseWordsApp app(String name, @Nullable ReverseWordsAppSpec spec) {
    var app = new ReverseWordsApp();
    app.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("default")
            .withName(name)
            .withUid("uid-of-" + name)
            .withGeneration(7L)
            .build());
    app.setSpec(spec);
    return app;
  }

  /** The Deployment of an app, just stored: generation 1, no status yet. */
  static Deployment stored(ReverseWordsApp app) {
    return new DeploymentBuilder(ReverseWordsDeployment.of(app))
        .editMetadata()
        .withUid("uid-of-deployment")
        .withGeneration(1L)
        .endMetadata()
        .build();
  }

  /** The same Deployment with these numbers of replicas. */
  static Deployment running(ReverseWordsApp app, int replicas, int ready) {
    return new DeploymentBuilder(stored(app))
        .withNewStatus()
        .withObservedGeneration(1L)
        .withReplicas(replicas)
        .withUpdatedReplicas(replicas)
        .withReadyReplicas(ready)
        .withAvailableReplicas(ready)
        .endStatus()
        .build();
  }

  /** A pod that the Deployment of the app {@code words} made. */
  static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .addToLabels("app", "words")
        .addToLabels("pod-template-hash", "5d4f")
        .addNewOwnerReference()
        .withApiVersion("apps/v1")
        .withKind("ReplicaSet")
        .withName("dp-words-5d4f")
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }
}
