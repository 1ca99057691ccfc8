package dev.catamaran.reconcile;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.cluster.ApiResources;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** Makes what tests without a cluster extend charts by. */
final class ExtensionsFixture {
  private ExtensionsFixture() {}

  static Extensions of(KubernetesClient client, ChartExtension... extensions) {
    return new Extensions(
        List.of(extensions),
        client,
        occurrence -> {},
        new KnownSecrets(),
        new ApiResources(client));
  }
}
