package dev.catamaran.samples.reversewords;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;

/** The fields of a ReverseWordsApp's Deployment that we own; all others are left to the user. */
final class ReverseWordsDeployment {

  private static final String NAME = "reversewords";
  private static final String REPOSITORY = "quay.io/mavazque/reversewords";

  /** Port of the application. */
  static final int PORT = 8080;

  private ReverseWordsDeployment() {}

  static Deployment of(ReverseWordsApp app) {
    var names = ObjectNames.of(app);
    var deployment =
        new DeploymentBuilder()
            .withMetadata(names.metadata(names.deployment()))
            .withNewSpec()
            .withNewSelector()
            .withMatchLabels(names.labels())
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .withLabels(names.labels())
            .endMetadata()
            .withNewSpec()
            .withContainers(container(app.wishes().tag()))
            .endSpec()
            .endTemplate()
            .endSpec()
            .build();
    app.wishes().size().ifPresent(deployment.getSpec()::setReplicas);
    return deployment;
  }

  private static Container container(String tag) {
    return new ContainerBuilder()
        .withName(NAME)
        .withImage(REPOSITORY + ":" + tag)
        .addNewPort()
        .withName(NAME)
        .withContainerPort(PORT)
        .withProtocol("TCP")
        .endPort()
        .withLivenessProbe(health())
        .withReadinessProbe(health())
        .build();
  }

  private static Probe health() {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath("/health")
        .withPort(new IntOrString(PORT))
        .endHttpGet()
        .withInitialDelaySeconds(5)
        .withTimeoutSeconds(2)
        .withPeriodSeconds(15)
        .build();
  }
}
