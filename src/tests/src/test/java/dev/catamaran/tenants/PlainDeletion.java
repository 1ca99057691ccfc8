package dev.catamaran.tenants;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The requests of the deletion of a Memcached, one after another, without an operator. Their time
 * says how slow the cluster itself is.
 */
final class PlainDeletion {
  private static final Map<String, String> LABELS = Map.of("plain", "true");

  private final TestNamespace namespace;
  private final List<HasMetadata> objects;
  private final HasMetadata revision;

  private PlainDeletion(TestNamespace namespace, List<HasMetadata> objects, HasMetadata revision) {
    this.namespace = namespace;
    this.objects = objects;
    this.revision = revision;
  }

  /** Creates the objects to delete. */
  static PlainDeletion of(TestNamespace namespace, String name) {
    var client = namespace.client();
    List<HasMetadata> objects =
        List.of(
            new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withClusterIP("None")
                .endSpec()
                .build(),
            new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withReplicas(0)
                .withNewSelector()
                .withMatchLabels(LABELS)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(LABELS)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("none")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build(),
            new ServiceAccountBuilder().withNewMetadata().withName(name).endMetadata().build());
    objects.forEach(object -> client.resource(object).inNamespace(namespace.name()).create());
    var revision =
        client
            .resource(
                new SecretBuilder()
                    .withNewMetadata()
                    .withName(name)
                    .withLabels(LABELS)
                    .endMetadata()
                    .build())
            .inNamespace(namespace.name())
            .create();
    return new PlainDeletion(namespace, objects, revision);
  }

  /** Makes the requests of {@code ReleaseRemover} and Helm in their order. */
  Duration run() {
    var client = namespace.client();
    long begin = System.nanoTime();
    for (int i = 0; i < 2; i++) {
      client.secrets().inNamespace(namespace.name()).withLabels(LABELS).list();
    }
    client.resource(revision).update();
    objects.forEach(object -> client.resource(object).inNamespace(namespace.name()).get());
    objects.forEach(object -> client.resource(object).inNamespace(namespace.name()).delete());
    client.resource(revision).delete();
    return Duration.ofNanos(System.nanoTime() - begin);
  }
}
