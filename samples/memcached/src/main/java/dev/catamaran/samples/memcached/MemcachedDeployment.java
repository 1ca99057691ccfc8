package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;

/** Deployment of a {@link MemcachedBackup}: all fields that this reconciler sets. */
final class MemcachedDeployment {

  private static final String IMAGE = "memcached:1.6-alpine";
  private static final String PORT_NAME = "memcached";
  private static final int PORT = 11211;
  private static final long USER = 65532;

  private MemcachedDeployment() {}

  /** Returns the Deployment of a MemcachedBackup, with the same name and namespace. */
  static Deployment of(MemcachedBackup backup) {
    var labels = MemcachedLabels.of(backup.getMetadata().getName());
    return new DeploymentBuilder()
        .withMetadata(metadata(backup))
        .withNewSpec()
        .withReplicas(backup.getSpec().size())
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withAutomountServiceAccountToken(false)
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withRunAsUser(USER)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .withContainers(container())
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static ObjectMeta metadata(MemcachedBackup backup) {
    return new ObjectMetaBuilder()
        .withNamespace(backup.getMetadata().getNamespace())
        .withName(backup.getMetadata().getName())
        .withLabels(MemcachedLabels.of(backup.getMetadata().getName()))
        .build();
  }

  private static Container container() {
    return new ContainerBuilder()
        .withName("memcached")
        .withImage(IMAGE)
        .addNewPort()
        .withName(PORT_NAME)
        .withContainerPort(PORT)
        .withProtocol("TCP")
        .endPort()
        .withReadinessProbe(answering(5))
        .withLivenessProbe(answering(20))
        .withNewResources()
        .addToRequests("cpu", new Quantity("10m"))
        .addToRequests("memory", new Quantity("80Mi"))
        .endResources()
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .build();
  }

  private static Probe answering(int periodSeconds) {
    return new ProbeBuilder()
        .withNewTcpSocket()
        .withPort(new IntOrString(PORT_NAME))
        .endTcpSocket()
        .withPeriodSeconds(periodSeconds)
        .build();
  }
}
