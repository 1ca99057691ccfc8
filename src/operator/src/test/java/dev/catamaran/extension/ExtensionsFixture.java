package dev.catamaran.extension;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.primary.KnownSecrets;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** Makes chart extensions for tests without a cluster. */
public final class ExtensionsFixture {
  private ExtensionsFixture() {}

  public static Extensions of(KubernetesClient client, ChartExtension... extensions) {
    return new Extensions(
        List.of(extensions),
        client,
        occurrence -> {},
        new KnownSecrets(),
        new ApiResources(client));
  }
}
