package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.informer.Pages;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads single objects of any kind, with the rights of one client. Only dry runs write. An object
 * under a name that no object can have does not exist.
 */
final class LiveObjects {
  private static final int INVALID = 422;

  private final KubernetesClient client;
  private final ApiResources apis;

  LiveObjects(KubernetesClient client, ApiResources apis) {
    this.client = client;
    this.apis = apis;
  }

  Optional<GenericKubernetesResource> get(ObjectKey key) {
    return at(key).map(Resource::get);
  }

  /** Returns the first Events about an object of that kind whose field has this value. */
  List<Event> events(ObjectKey key, String field, String value) {
    var events = client.events().v1().events();
    var ofObject =
        (key.namespace().isEmpty() ? events.inAnyNamespace() : events.inNamespace(key.namespace()))
            .withField("regarding.kind", key.kind())
            .withField(field, value);
    return Pages.first(ofObject::list).getItems();
  }

  /** Returns pods that are not ready: of the first page in the first phase that has some. */
  List<Pod> unreadyPods(String namespace, LabelSelector selector) {
    var pods = client.pods().inNamespace(namespace).withLabelSelector(selector);
    return Stream.of("Pending", "Running", "Failed")
        .map(phase -> Pages.first(pods.withField("status.phase", phase)::list).getItems())
        .map(found -> found.stream().filter(PodCause::isUnready).toList())
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /**
   * Returns the result of a patch of the fields that {@code patch} names, from a dry run: of a
   * strategic merge patch where the API server supports it, else of a JSON merge patch.
   *
   * @return empty if the object does not exist, or would be invalid
   */
  Optional<GenericKubernetesResource> tryOut(ObjectKey key, JsonNode patch, String fieldManager) {
    var type =
        ApiResources.isBuiltIn(key.apiVersion()) ? PatchType.STRATEGIC_MERGE : PatchType.JSON_MERGE;
    var context =
        new PatchContext.Builder()
            .withPatchType(type)
            .withFieldManager(fieldManager)
            .withDryRun(List.of("All"))
            .build();
    try {
      return at(key).map(object -> object.patch(context, patch.toString()));
    } catch (KubernetesClientException e) {
      if (e.getCode() == INVALID) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns the client's access to an object; empty if the object cannot exist. */
  private Optional<Resource<GenericKubernetesResource>> at(ObjectKey key) {
    if (!key.canExist()) {
      return Optional.empty();
    }
    var object = new GenericKubernetesResource();
    object.setApiVersion(key.apiVersion());
    object.setKind(key.kind());
    object.setMetadata(
        new io.fabric8.kubernetes.api.model.ObjectMetaBuilder()
            .withName(escaped(key.name()))
            .withNamespace(key.namespace().isEmpty() ? null : key.namespace())
            .build());
    return Optional.of(resource(key, object));
  }

  /** Escapes a name, since the client does not. Names of RBAC objects may contain blanks. */
  private static String escaped(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private Resource<GenericKubernetesResource> resource(
      ObjectKey key, GenericKubernetesResource object) {
    var api = served(key);
    var resources = client.genericKubernetesResources(api);
    return api.isNamespaceScoped()
        ? resources.inNamespace(key.namespace()).resource(object)
        : resources.resource(object);
  }

  private ResourceDefinitionContext served(ObjectKey key) {
    return apis.find(key.apiVersion(), key.kind())
        .orElseThrow(
            () ->
                new KubernetesClientException(
                    "%s %s is not served by this cluster".formatted(key.apiVersion(), key.kind())));
  }
}
