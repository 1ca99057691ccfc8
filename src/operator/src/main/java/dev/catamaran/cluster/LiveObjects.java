package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.informer.Pages;
import dev.catamaran.manifest.ObjectKey;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
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
import io.fabric8.kubernetes.client.extension.ExtensibleResource;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Requests for single objects of any kind, with the rights of one client.
 *
 * <p>After a write, {@link Descendants} has the answer: no decision uses an older version than this
 * process's own last write. What a patch finds missing is forgotten there, unless a newer version
 * is known; it creates nothing, and returns empty. A deletion is of the version that {@code
 * isMeant} has judged: after a write by another client it reads and judges again, and another
 * object of the same name is never deleted.
 *
 * <p>A refusal, an API server that does not answer, and a kind that it does not serve are {@link
 * KubernetesClientException}s; {@link #isRefusal} tells the first from the others. An object under
 * a name that no object can have does not exist.
 *
 * <p>The caller owes the judgement whose object it is, before a patch and in {@code isMeant}
 * ({@code Leftovers}, {@link Ownership}): nothing here looks at marks. Of a custom kind, a patch
 * replaces whole lists: it contains the resource version where items of others must stay. What is
 * applied contains the uid, or it would create the object. New content has the metadata of {@link
 * Ownership#complete}.
 */
final class LiveObjects {
  private static final JsonMapper JSON = new JsonMapper();

  /** Maximum number of attempts to delete an object that other clients write. */
  private static final int MOST_ATTEMPTS = 10;

  private static final int INVALID = 422;
  private static final int TOO_MANY_REQUESTS = 429;

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
   * Creates an object of a manifest, in the name of Helm: it counts as made by Helm, which deletes
   * it once no manifest has it. The client's general interface names no field manager.
   */
  void create(ObjectKey key, JsonNode content) {
    var api = served(key);
    var group = (key.apiVersion().contains("/") ? "/apis/" : "/api/") + key.apiVersion();
    var place = api.isNamespaceScoped() ? "/namespaces/" + key.namespace() : "";
    var manager = "?fieldManager=" + FieldManagers.OF_ENGINE;
    var created = client.raw(group + place + "/" + api.getPlural() + manager, "POST", content);
    descendants.offer(
        client.getKubernetesSerialization().unmarshal(created, GenericKubernetesResource.class));
  }

  /** Tries the creation of an object that exists, for any other refusal of the API server. */
  void tryToCreate(ObjectKey key, JsonNode content) {
    try {
      resource(key, object(content)).dryRun().create();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
    }
  }

  private static GenericKubernetesResource object(JsonNode content) {
    return JSON.convertValue(content, GenericKubernetesResource.class);
  }

  /**
   * Patches the fields that {@code patch} names: with a strategic merge patch where the API server
   * supports it, else with a JSON merge patch.
   *
   * @return the patched object; empty if it does not exist
   */
  Optional<GenericKubernetesResource> patch(ObjectKey key, JsonNode patch, String fieldManager) {
    return unlessGone(key, merge(key, fieldManager).build(), patch);
  }

  /**
   * Returns the result of {@link #patch} from a dry run.
   *
   * @return empty if the object does not exist, or would be invalid
   */
  Optional<GenericKubernetesResource> tryOut(ObjectKey key, JsonNode patch, String fieldManager) {
    var context = merge(key, fieldManager).withDryRun(List.of("All")).build();
    try {
      return at(key).map(object -> object.patch(context, patch.toString()));
    } catch (KubernetesClientException e) {
      if (isInvalid(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Whether the API server refused a request because the object would be invalid (API conventions,
   * 422 StatusUnprocessableEntity).
   */
  static boolean isInvalid(KubernetesClientException refusal) {
    return refusal.getCode() == INVALID;
  }

  /**
   * Whether a failed request says something about its object only: it is forbidden or invalid, or a
   * webhook denies it. The same request for another object may succeed.
   */
  static boolean isRefusal(KubernetesClientException failure) {
    return switch (failure.getCode()) {
      case HttpURLConnection.HTTP_UNAUTHORIZED,
          HttpURLConnection.HTTP_CLIENT_TIMEOUT,
          TOO_MANY_REQUESTS ->
          false;
      default -> failure.getCode() >= 400 && failure.getCode() < 500;
    };
  }

  /** Returns the API server's own words. */
  static Optional<String> answer(KubernetesClientException failure) {
    return Optional.ofNullable(failure.getStatus())
        .flatMap(status -> Optional.ofNullable(status.getMessage()));
  }

  private static PatchContext.Builder merge(ObjectKey key, String fieldManager) {
    var type =
        ApiResources.isBuiltIn(key.apiVersion()) ? PatchType.STRATEGIC_MERGE : PatchType.JSON_MERGE;
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
   * Deletes an object if its current version satisfies {@code isMeant}. Reads it first, and again
   * after each write by another client. Never deletes another object of its name.
   *
   * @param propagation handling of the objects that it owns
   * @return whether it existed and satisfied {@code isMeant}
   * @throws KubernetesClientException if the API server refuses, or other clients write the object
   *     at each attempt
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
        // The client's general interface does not offer both settings at once.
        var target = (ExtensibleResource<GenericKubernetesResource>) at(key).orElseThrow();
        target.withPropagationPolicy(propagation).lockResourceVersion(version).delete();
        // An object with finalizers stays, in a newer version.
        descendants.retract(key, version);
        return true;
      } catch (KubernetesClientException e) {
        if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || attempt == MOST_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Optional<GenericKubernetesResource> unlessGone(
      ObjectKey key, PatchContext context, JsonNode patch) {
    var before = descendants.version(key);
    try {
      var patched = at(key).map(object -> object.patch(context, patch.toString()));
      patched.ifPresent(descendants::offer);
      return patched;
    } catch (KubernetesClientException e) {
      // An apply with the uid of a deleted object is a conflict.
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND
          || (e.getCode() == HttpURLConnection.HTTP_CONFLICT
              && context.getPatchType() == PatchType.SERVER_SIDE_APPLY)) {
        before.ifPresent(version -> descendants.retract(key, version));
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
