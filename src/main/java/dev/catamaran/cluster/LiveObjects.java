package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extension.ExtensibleResource;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Requests for single objects of any kind. Each answer is shown to {@link Descendants} at once. */
final class LiveObjects {
  private static final JsonMapper JSON = new JsonMapper();

  /** Of deleting an object that others write. */
  private static final int MOST_ATTEMPTS = 10;

  private final KubernetesClient client;
  private final ApiResources apis;
  private final Descendants descendants;

  LiveObjects(KubernetesClient client, ApiResources apis, Descendants descendants) {
    this.client = client;
    this.apis = apis;
    this.descendants = descendants;
  }

  ApiResources apis() {
    return apis;
  }

  Descendants descendants() {
    return descendants;
  }

  /** Reads an object; empty if it is not there. */
  Optional<GenericKubernetesResource> get(ObjectKey key) {
    return at(key).map(Resource::get);
  }

  /** Creates an object; fails if it is there. */
  void create(ObjectKey key, JsonNode content) {
    var object = JSON.convertValue(content, GenericKubernetesResource.class);
    descendants.offer(resource(key, object).create());
  }

  /**
   * Changes the fields that {@code patch} names: by a strategic merge patch where the API server
   * understands one, else by a JSON merge patch.
   *
   * @return the object as it is now; empty if it is not there
   */
  Optional<GenericKubernetesResource> patch(ObjectKey key, JsonNode patch, String fieldManager) {
    return unlessGone(key, merge(key, fieldManager).build(), patch);
  }

  /**
   * What {@link #patch} would return; nothing is changed.
   *
   * @return empty if the object is not there
   */
  Optional<GenericKubernetesResource> tryOut(ObjectKey key, JsonNode patch, String fieldManager) {
    var context = merge(key, fieldManager).withDryRun(List.of("All")).build();
    return at(key).map(object -> object.patch(context, patch.toString()));
  }

  private static PatchContext.Builder merge(ObjectKey key, String fieldManager) {
    var type =
        switch (ApiResources.mergeKeys(key.apiVersion())) {
          case BUILT_IN -> PatchType.STRATEGIC_MERGE;
          case NONE -> PatchType.JSON_MERGE;
        };
    return new PatchContext.Builder().withPatchType(type).withFieldManager(fieldManager);
  }

  /**
   * Applies metadata by server-side apply, which merges owner references also for custom resources.
   */
  Optional<GenericKubernetesResource> apply(ObjectKey key, JsonNode object, String fieldManager) {
    return unlessGone(
        key,
        new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(fieldManager)
            .withForce(true)
            .build(),
        object);
  }

  /**
   * Deletes an object as long as {@code isMeant} holds of it as it is: it is read before, and read
   * again where it was written in between. Never another one of its name.
   *
   * @param propagation what becomes of those that it owns
   * @return whether it was there, and meant
   * @throws KubernetesClientException if the API server refuses, or others write it all the time
   */
  boolean delete(
      ObjectKey key,
      DeletionPropagation propagation,
      Predicate<GenericKubernetesResource> isMeant) {
    for (int attempt = 1; ; attempt++) {
      var found = get(key);
      if (found.filter(isMeant).isEmpty()) {
        return false;
      }
      try {
        var version = found.get().getMetadata().getResourceVersion();
        // Its interface for all kinds cannot do both at once.
        var target = (ExtensibleResource<GenericKubernetesResource>) at(key).orElseThrow();
        target.withPropagationPolicy(propagation).lockResourceVersion(version).delete();
        descendants.retract(key);
        return true;
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Has the API server say what it thinks of deleting an object; nothing is deleted. */
  void tryToDelete(ObjectKey key) {
    at(key).ifPresent(object -> object.dryRun(true).delete());
  }

  /** Waits until an object is gone; returns false if it is still there in the end. */
  boolean awaitGone(ObjectKey key, Duration patience) {
    try {
      at(key)
          .ifPresent(
              object ->
                  object.waitUntilCondition(
                      Objects::isNull, patience.toMillis(), TimeUnit.MILLISECONDS));
      descendants.retract(key);
      return true;
    } catch (KubernetesClientTimeoutException e) {
      return false;
    }
  }

  private Optional<GenericKubernetesResource> unlessGone(
      ObjectKey key, PatchContext context, JsonNode patch) {
    try {
      var patched = at(key).map(object -> object.patch(context, patch.toString()));
      patched.ifPresent(descendants::offer);
      return patched;
    } catch (KubernetesClientException e) {
      // An apply that carries the uid of an object that is gone is a conflict.
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
          || (e.getCode() == HttpURLConnection.HTTP_CONFLICT
              && context.getPatchType() == PatchType.SERVER_SIDE_APPLY)) {
        descendants.retract(key);
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Empty for what cannot be there. */
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

  /** The client makes paths of names as they are; those of RBAC may have blanks in them. */
  private static String escaped(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private Resource<GenericKubernetesResource> resource(
      ObjectKey key, GenericKubernetesResource object) {
    var api =
        apis.find(key.apiVersion(), key.kind())
            .orElseThrow(
                () ->
                    new KubernetesClientException(
                        "%s %s is not served by this cluster"
                            .formatted(key.apiVersion(), key.kind())));
    var resources = client.genericKubernetesResources(api);
    return api.isNamespaceScoped()
        ? resources.inNamespace(key.namespace()).resource(object)
        : resources.resource(object);
  }
}
