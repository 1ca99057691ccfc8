package dev.catamaran.tenants;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All objects of a cluster, but for those that Kubernetes makes by itself at any time. */
final class ClusterObjects {
  private static final Set<String> PASSING =
      Set.of("Event", "Lease", "EndpointSlice", "IPAddress", "ComponentStatus", "Widget");

  /** What each namespace has, and Helm's own records. */
  private static final Set<String> USUAL =
      Set.of("ServiceAccount default", "ConfigMap kube-root-ca.crt");

  private static final String RECORD = "Secret sh.helm.release.v1.";

  private ClusterObjects() {}

  /** Returns the objects that are in none of these namespaces: kind, namespace and name. */
  static Set<String> elsewhere(KubernetesClient client, Set<String> namespaces) {
    var found = new TreeSet<String>();
    kinds(client)
        .flatMap(kind -> all(client, kind))
        .filter(object -> !namespaces.contains(String.valueOf(object.getMetadata().getNamespace())))
        .filter(object -> !namespaces.contains(object.getMetadata().getName()))
        .map(
            object ->
                "%s %s/%s"
                    .formatted(
                        object.getKind(),
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName()))
        .forEach(found::add);
    return found;
  }

  /** Returns the objects of a namespace that somebody made: kind and name. */
  static Set<String> of(TestNamespace namespace) {
    var found = new TreeSet<String>();
    kinds(namespace.client())
        .flatMap(kind -> all(namespace.client(), kind))
        .filter(object -> namespace.name().equals(object.getMetadata().getNamespace()))
        .map(object -> object.getKind() + " " + object.getMetadata().getName())
        .filter(object -> !USUAL.contains(object) && !object.startsWith(RECORD))
        .forEach(found::add);
    return found;
  }

  private static Stream<ResourceDefinitionContext> kinds(KubernetesClient client) {
    var versions =
        Stream.concat(
            Stream.of("v1"),
            client.getApiGroups().getGroups().stream()
                .map(group -> group.getPreferredVersion().getGroupVersion()));
    return versions.flatMap(
        version ->
            Optional.ofNullable(client.getApiResources(version)).stream()
                .flatMap(list -> list.getResources().stream())
                .filter(kind -> kind.getVerbs().contains("list"))
                .filter(kind -> !PASSING.contains(kind.getKind()))
                .map(kind -> context(version, kind)));
  }

  private static ResourceDefinitionContext context(String version, APIResource kind) {
    int slash = version.indexOf('/');
    return new ResourceDefinitionContext.Builder()
        .withGroup(slash < 0 ? "" : version.substring(0, slash))
        .withVersion(version.substring(slash + 1))
        .withKind(kind.getKind())
        .withPlural(kind.getName())
        .withNamespaced(Boolean.TRUE.equals(kind.getNamespaced()))
        .build();
  }

  private static Stream<GenericKubernetesResource> all(
      KubernetesClient client, ResourceDefinitionContext kind) {
    try {
      var found = client.genericKubernetesResources(kind).inAnyNamespace().list().getItems();
      found.forEach(object -> object.setKind(kind.getKind()));
      return found.stream();
    } catch (KubernetesClientException e) {
      // A definition of another test may go at this moment.
      if (e.getCode() == 404) {
        return Stream.empty();
      }
      throw e;
    }
  }
}
