package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.watch.Permission;
import dev.catamaran.watch.ValuesReference;
import dev.catamaran.wire.Limits;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads what a snapshot of a cluster has, with the rights of a person. */
public final class FleetSources {
  private final KubernetesClient client;

  public FleetSources(KubernetesClient client) {
    this.client = client;
  }

  /**
   * Values from a Secret or a ConfigMap.
   *
   * @param isSecret whether it is a Secret
   */
  public record Reference(boolean isSecret, JsonNode values) {}

  /** Returns the version of the API server, such as {@code v1.34.4}. */
  public String version() {
    return client.getKubernetesVersion().getGitVersion();
  }

  /** Returns the served versions and kinds, as templates see them. */
  public List<String> apis(Consumer<String> notes) {
    var apis = new LinkedHashSet<String>();
    var versions =
        Stream.concat(
            Stream.of("v1"),
            client.getApiGroups().getGroups().stream()
                .flatMap(group -> group.getVersions().stream())
                .map(GroupVersionForDiscovery::getGroupVersion));
    versions.forEach(
        version -> {
          apis.add(version);
          try {
            var served = client.getApiResources(version);
            if (served != null) {
              served.getResources().stream()
                  .filter(resource -> !resource.getName().contains("/"))
                  .forEach(resource -> apis.add(version + "/" + resource.getKind()));
            }
          } catch (KubernetesClientException e) {
            notes.accept(
                "the kinds of %s are not known: %s".formatted(version, ApiFailure.reason(e)));
          }
        });
    return List.copyOf(apis);
  }

  /** Returns the place of a primary's release. */
  public ReleaseKey release(PrimaryObject primary) {
    return Releases.key(primary);
  }

  /** Returns name and version of the deployed chart; empty if nothing is deployed. */
  public String chart(PrimaryObject primary) {
    return primary
        .deployed()
        .map(deployed -> deployed.chart() + " " + deployed.version())
        .orElse("");
  }

  /** Returns why a release does not follow its spec; empty if it does. */
  public String stays(PrimaryObject primary) {
    var requests = primary.requests();
    if (requests.isPaused()) {
      return "it is paused";
    }
    boolean isRefused =
        primary.kind().chart().stream()
                .noneMatch(chart -> chart.permissions().contains(Permission.VALUES_FROM_SECRETS))
            && requests.valuesFrom().stream()
                .anyMatch(reference -> reference.kind() == ValuesReference.Kind.SECRET);
    if (isRefused) {
      return "it is refused: primaries of this kind take no values from Secrets";
    }
    return requests.rollbackTo().isPresent()
        ? "it is rolled back to revision " + requests.rollbackTo().getAsInt()
        : "";
  }

  /** Returns the values of the objects that a primary and its watch name. */
  public List<Reference> references(PrimaryObject primary, Consumer<String> notes) {
    var release = Releases.key(primary);
    var namespace = primary.namespace().isEmpty() ? release.namespace() : primary.namespace();
    var sources = new ReferencedSources(client, namespace);
    var found = new ArrayList<Reference>();
    for (var reference : sources.named(primary)) {
      var values = sources.values(reference);
      if (values.isPresent()) {
        found.add(
            new Reference(reference.kind() == ValuesReference.Kind.SECRET, values.get().toTree()));
      } else if (!reference.optional()) {
        notes.accept(
            "%s%s is without the values of %s, which does not exist, or which you may not read"
                .formatted(
                    primary.title(),
                    primary.namespace().isEmpty() ? "" : " in namespace " + primary.namespace(),
                    reference.object()));
      }
    }
    return found;
  }

  /**
   * Returns the objects that a template looks up; none if their kind is not served.
   *
   * @param namespace empty for all namespaces, and for objects outside of namespaces
   * @param name empty for all objects
   */
  public List<JsonNode> find(
      String apiVersion, String kind, String namespace, String name, Consumer<String> notes) {
    try {
      var resource = served(apiVersion, kind);
      if (resource.isEmpty()) {
        return List.of();
      }
      var all =
          client.genericKubernetesResources(
              PrimaryKind.of(apiVersion, resource.get(), Optional.empty()).context());
      boolean isWithin =
          Boolean.TRUE.equals(resource.get().getNamespaced()) && !namespace.isEmpty();
      var objects = new ArrayList<GenericKubernetesResource>();
      if (name.isEmpty()) {
        objects.addAll(
            (isWithin ? all.inNamespace(namespace) : all.inAnyNamespace()).list().getItems());
      } else {
        objects.add(
            isWithin ? all.inNamespace(namespace).withName(name).get() : all.withName(name).get());
      }
      return objects.stream()
          .filter(Objects::nonNull)
          .map(object -> Limits.mapper().<JsonNode>valueToTree(object))
          .toList();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw e;
      }
      notes.accept(
          "templates look up %s, which you may not read: it counts as absent"
              .formatted(name.isEmpty() ? kind : kind + "/" + name));
      return List.of();
    }
  }

  private Optional<APIResource> served(String apiVersion, String kind) {
    try {
      return Optional.ofNullable(client.getApiResources(apiVersion)).stream()
          .flatMap(list -> list.getResources().stream())
          .filter(resource -> resource.getKind().equals(kind))
          .filter(resource -> !resource.getName().contains("/"))
          .findFirst();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
