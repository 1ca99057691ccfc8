package dev.catamaran.testkit;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** A namespace of one test, and its objects. {@link #close} deletes it without waiting. */
public final class ScratchNamespace implements AutoCloseable {
  private static final String DELETE_OPTIONS = "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}";

  private final KubernetesClient client;
  private final String name;
  private final Patience patience;
  private final Set<GroupVersionKind> kinds = new LinkedHashSet<>();
  private final List<Resource<? extends HasMetadata>> elsewhere = new ArrayList<>();

  private ScratchNamespace(KubernetesClient client, String name, Patience patience) {
    this.client = client;
    this.name = name;
    this.patience = patience;
  }

  /**
   * Creates a namespace with a unique name.
   *
   * @param client stays open after {@link #close}
   * @param timeout maximum wait for expected states of objects
   * @throws ManagerException if the API server refuses
   */
  public static ScratchNamespace create(KubernetesClient client, Duration timeout) {
    return create(client, "it-" + UUID.randomUUID().toString().substring(0, 8), timeout);
  }

  /** The same with this name, which the cluster must not have yet. */
  public static ScratchNamespace create(KubernetesClient client, String name, Duration timeout) {
    try {
      client
          .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
          .create();
    } catch (KubernetesClientException e) {
      throw new ManagerException(
          "no namespace can be made for the test: %s; use the kubeconfig of an administrator"
              .formatted(Refusal.of(e)));
    }
    return new ScratchNamespace(client, name, new Patience(timeout));
  }

  /** Returns the namespace's name. */
  public String name() {
    return name;
  }

  /** Returns the test's client. */
  public KubernetesClient client() {
    return client;
  }

  /** Returns the test's maximum wait. */
  public Duration timeout() {
    return patience.timeout();
  }

  /**
   * Adds a kind for which {@link #close} removes the finalizers of objects. Not necessary for kinds
   * of objects from {@link #create}.
   */
  public ScratchNamespace releasing(GroupVersionKind kind) {
    kinds.add(kind);
    return this;
  }

  /**
   * Creates an object in this namespace, or in the cluster if its kind is cluster-scoped.
   *
   * @return the object from the API server
   * @throws KubernetesClientException if the API server refuses
   */
  public <T extends HasMetadata> T create(T object) {
    var kind = GroupVersionKind.parse(object.getApiVersion(), object.getKind());
    if (ServedKind.find(client, kind).map(ServedKind::namespaced).orElse(true)) {
      kinds.add(kind);
      return client.resource(object).inNamespace(name).create();
    }
    var resource = client.resource(object);
    var created = resource.create();
    elsewhere.add(resource);
    return created;
  }

  /** Returns an object in this namespace, or in the cluster if its class is cluster-scoped. */
  public <T extends HasMetadata> TestedObject<T> object(Class<T> type, String object) {
    var resource = client.resources(type).inNamespace(name).withName(object);
    return object(resource, HasMetadata.getKind(type), object);
  }

  /** Returns an object in this namespace, for kinds without a class in the test. */
  public TestedObject<GenericKubernetesResource> object(GroupVersionKind kind, String object) {
    var all = client.genericKubernetesResources(kind.apiVersion(), kind.kind());
    return object(all.inNamespace(name).withName(object), kind.kind(), object);
  }

  private <T extends HasMetadata> TestedObject<T> object(
      Resource<T> resource, String kind, String object) {
    return new TestedObject<>(
        resource,
        "%s %s in namespace %s".formatted(kind, object, name),
        client.getKubernetesSerialization(),
        patience);
  }

  /**
   * Deletes the namespace, and the test's objects outside of it. Removes finalizers, because no
   * operator runs any more to process them.
   */
  @Override
  public void close() {
    client.namespaces().withName(name).delete();
    served().forEach(this::releaseAll);
    deleteElsewhere();
  }

  /**
   * The same, but leaves the namespace and the objects of other kinds, except those that the
   * garbage collector deletes. For a cluster that ends with the tests: for each deleted namespace,
   * Kubernetes lists and deletes the objects of all kinds.
   */
  public void clear() {
    served()
        .forEach(
            kind -> {
              // No client can read the answer if it has an object with a field too long or too
              // deep.
              unlessGone(() -> client.raw(path(kind.context()), "DELETE", DELETE_OPTIONS));
              releaseAll(kind);
            });
    deleteElsewhere();
  }

  private String path(ResourceDefinitionContext kind) {
    var group = kind.getGroup().isEmpty() ? "/api" : "/apis/" + kind.getGroup();
    return "%s/%s/namespaces/%s/%s".formatted(group, kind.getVersion(), name, kind.getPlural());
  }

  private Stream<ServedKind> served() {
    return kinds.stream().flatMap(kind -> ServedKind.find(client, kind).stream());
  }

  private void deleteElsewhere() {
    for (var resource : elsewhere) {
      resource.delete();
      release(resource);
    }
  }

  private void releaseAll(ServedKind kind) {
    var all = client.genericKubernetesResources(kind.context()).inNamespace(name);
    // The API server lists a kind for a moment after the deletion of its definition.
    unlessGone(
        () ->
            all.list().getItems().stream()
                .filter(object -> !object.getFinalizers().isEmpty())
                .forEach(object -> release(all.resource(object))));
  }

  private static void release(Resource<? extends HasMetadata> resource) {
    unlessGone(
        () ->
            resource.patch(
                PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}"));
  }

  private static void unlessGone(Runnable request) {
    try {
      request.run();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }
}
