package dev.catamaran.samples.ptemplate;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.LocalObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import java.util.List;
import java.util.Map;

/** DaemonSet of pods that use the devices of a {@link Ptemplate}. */
final class ConsumerDaemonSet {
  /** Label of its pods; the value is the name of the Ptemplate. */
  static final String APP = "app";

  /** Name of the manager, as a label of the DaemonSet and of its pods. */
  static final String MANAGER = "ptemplate";

  private static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /**
   * Selects the pods of all Ptemplates, and few others of the many pods with a label {@link #APP}.
   */
  static final String POD_SELECTOR = APP + "," + MANAGED_BY + "=" + MANAGER;

  private static final String DEVICE = "example.com/ptemplate";
  private static final String VOLUME = "host-dev";

  private ConsumerDaemonSet() {}

  /** Returns the name of the DaemonSet. */
  static String name(Ptemplate ptemplate) {
    return ptemplate.getMetadata().getName() + "-consumer";
  }

  /** Returns the DaemonSet in the Ptemplate's namespace. */
  static DaemonSet of(Ptemplate ptemplate) {
    var labels = Map.of(APP, ptemplate.getMetadata().getName());
    return new DaemonSetBuilder()
        .withNewMetadata()
        .withName(name(ptemplate))
        .withNamespace(ptemplate.getMetadata().getNamespace())
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .addToLabels(MANAGED_BY, MANAGER)
        .endMetadata()
        .withSpec(pod(Settings.of(ptemplate.getSpec())))
        .endTemplate()
        .endSpec()
        .build();
  }

  private static PodSpec pod(Settings settings) {
    return new PodSpecBuilder()
        .withContainers(consumer(settings))
        .addNewVolume()
        .withName(VOLUME)
        .withNewHostPath()
        .withPath("/dev")
        .endHostPath()
        .endVolume()
        .withImagePullSecrets(secrets(settings))
        .withNodeSelector(settings.selector())
        .build();
  }

  private static Container consumer(Settings settings) {
    return new ContainerBuilder()
        .withName("consumer")
        .withImage(settings.consumerImage())
        .withImagePullPolicy("Always")
        .withNewSecurityContext()
        .withPrivileged(true)
        .endSecurityContext()
        .withNewResources()
        .addToLimits(DEVICE, new Quantity(Long.toString(settings.requiredDevices())))
        .endResources()
        .addNewVolumeMount()
        .withName(VOLUME)
        .withMountPath("/hostdev")
        .endVolumeMount()
        .build();
  }

  private static List<LocalObjectReference> secrets(Settings settings) {
    return settings.pullSecret().stream()
        .map(name -> new LocalObjectReferenceBuilder().withName(name).build())
        .toList();
  }
}
