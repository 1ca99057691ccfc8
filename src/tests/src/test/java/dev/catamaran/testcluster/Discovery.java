package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * The API server's lists of kinds, as clients discover them. A list is absent, or old, for a moment
 * after a definition changes.
 */
public final class Discovery {
  private Discovery() {}

  /**
   * Waits until all definitions among these objects are established, and all their versions are
   * listed.
   */
  public static void awaitServed(KubernetesClient client, List<? extends HasMetadata> objects) {
    for (var object : objects) {
      if (object instanceof CustomResourceDefinition definition) {
        awaitServed(client, definition);
      }
    }
  }

  private static void awaitServed(KubernetesClient client, CustomResourceDefinition definition) {
    var name = definition.getMetadata().getName();
    var found = client.resources(CustomResourceDefinition.class).withName(name);
    eventually(() -> assertTrue(TestCluster.isEstablished(found.require()), name));
    var spec = definition.getSpec();
    var served =
        spec.getVersions().stream()
            .filter(CustomResourceDefinitionVersion::getServed)
            .map(version -> spec.getGroup() + "/" + version.getName())
            .toList();
    eventually(
        () ->
            assertEquals(
                List.of(),
                served.stream()
                    .filter(version -> !kinds(client, version).contains(spec.getNames().getKind()))
                    .toList(),
                () -> "versions of " + name + " that are not listed"));
  }

  /** The listed kinds of a group and version; empty if it is not listed. */
  public static List<String> kinds(KubernetesClient client, String apiVersion) {
    return Optional.ofNullable(client.getApiResources(apiVersion)).stream()
        .map(APIResourceList::getResources)
        .flatMap(List::stream)
        .map(APIResource::getKind)
        .toList();
  }
}
