package dev.catamaran.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.cluster.Finalizers;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.primary.PrimaryFixture;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The one primary as the API server has it, the operator's watch of it, and the operator's client
 * for its status and finalizer.
 */
final class ServedPrimary {
  private static final JsonMapper JSON = new JsonMapper();

  private final Network network;
  private Optional<Version> served = Optional.empty();
  private Optional<Version> known = Optional.empty();
  private int created;
  private long numbers;
  private final Set<String> letGo = new HashSet<>();
  private boolean isAbandoned;

  /** One version of it. */
  record Version(
      int uid,
      long number,
      long generation,
      ObjectNode spec,
      Map<String, String> annotations,
      List<String> finalizers,
      boolean isDeleted,
      JsonNode status) {
    String id() {
      return "uid-" + uid;
    }

    boolean hasFinalizer() {
      return finalizers.contains(Finalizers.OURS);
    }

    Version having(ObjectNode newSpec) {
      long next = newSpec.equals(spec) ? generation : generation + 1;
      return new Version(uid, number, next, newSpec, annotations, finalizers, isDeleted, status);
    }

    Version annotated(String name, String text) {
      var more = new TreeMap<>(annotations);
      if (text.isEmpty()) {
        more.remove(name);
      } else {
        more.put(name, text);
      }
      return new Version(uid, number, generation, spec, more, finalizers, isDeleted, status);
    }

    Version reporting(JsonNode newStatus) {
      return new Version(
          uid, number, generation, spec, annotations, finalizers, isDeleted, newStatus);
    }

    Version held(List<String> newFinalizers) {
      return new Version(
          uid, number, generation, spec, annotations, newFinalizers, isDeleted, status);
    }

    Version deleted() {
      return new Version(uid, number, generation + 1, spec, annotations, finalizers, true, status);
    }

    private Version at(long newNumber) {
      return new Version(
          uid, newNumber, generation, spec, annotations, finalizers, isDeleted, status);
    }

    /** It as the SDK passes it to a reconciler. */
    OfKind object() {
      try {
        var object = PrimaryFixture.MEMCACHED.getDeclaredConstructor().newInstance();
        object.setMetadata(
            new ObjectMetaBuilder()
                .withNamespace("shop")
                .withName("cache")
                .withUid(id())
                .withGeneration(generation)
                .withResourceVersion(String.valueOf(number))
                .withAnnotations(annotations)
                .withFinalizers(finalizers)
                .withDeletionTimestamp(isDeleted ? "2026-03-01T12:00:00Z" : null)
                .build());
        object.setAdditionalProperty("spec", spec);
        object.setAdditionalProperty("status", status);
        return object;
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  ServedPrimary(Network network) {
    this.network = network;
  }

  Optional<Version> served() {
    return served;
  }

  Optional<Version> known() {
    return known;
  }

  Set<String> uids() {
    return served.map(Version::id).map(Set::of).orElse(Set.of());
  }

  /** The watch delivers all changes. */
  void deliver() {
    known = served;
  }

  void create(ObjectNode spec) {
    if (served.isEmpty()) {
      created++;
      isAbandoned = false;
      served =
          Optional.of(
              new Version(
                  created,
                  numberAfter(),
                  1,
                  spec,
                  Map.of(),
                  List.of(),
                  false,
                  JsonNodeFactory.instance.objectNode()));
    }
  }

  /** A person changes it, if it exists. Without finalizers, a deleted one is gone. */
  void edit(UnaryOperator<Version> change) {
    boolean wasThere = served.isPresent();
    write(change);
    isAbandoned |= wasThere && served.isEmpty();
  }

  private void write(UnaryOperator<Version> change) {
    served =
        served
            .map(change)
            .map(version -> version.at(numberAfter()))
            .filter(version -> !version.isDeleted() || !version.finalizers().isEmpty());
  }

  /** The uids of those from which the operator removed its finalizer. */
  Set<String> uidsLetGo() {
    return letGo;
  }

  /** Whether it is gone although no cleanup of the operator ended. */
  boolean isAbandoned() {
    return isAbandoned;
  }

  private long numberAfter() {
    numbers++;
    return numbers;
  }

  /** The SDK adds the finalizer, or removes it, from exactly this version. */
  boolean hold(Version from, boolean isHeld) {
    network.add(isHeld ? "add finalizer" : "remove finalizer");
    if (served.filter(now -> now.number() == from.number()).isEmpty()) {
      return false;
    }
    write(now -> now.held(isHeld ? List.of(Finalizers.OURS) : List.of()));
    if (!isHeld) {
      letGo.add(from.id());
    }
    network.done();
    known = served;
    return true;
  }

  /**
   * A client that can only read the primary and write its status, and is asked for kinds in vain.
   */
  KubernetesClient client() {
    return (KubernetesClient) answering(KubernetesClient.class);
  }

  private Object answering(Class<?> type) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "resource", "subresource" -> answering(method.getReturnType());
              case "get" -> get();
              case "patch" -> patchStatus(String.valueOf(arguments[1]));
              case "toString" -> "client";
              default -> throw new UnsupportedOperationException(method.toString());
            });
  }

  @SuppressWarnings("NullAway") // The client returns null for a missing object.
  private GenericKubernetesResource get() {
    network.reach("get primary");
    return served.map(Version::object).orElse(null);
  }

  /** As the API server applies a JSON merge patch. */
  private static JsonNode merged(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch;
    }
    var result = target.isObject() ? (ObjectNode) target.deepCopy() : JSON.createObjectNode();
    for (var field : patch.properties()) {
      if (field.getValue().isNull()) {
        result.remove(field.getKey());
      } else {
        result.set(field.getKey(), merged(result.path(field.getKey()), field.getValue()));
      }
    }
    return result;
  }

  private OfKind patchStatus(String text) throws JsonProcessingException {
    var patch = JSON.readTree(text);
    network.add("write status");
    var from = patch.path("metadata").path("resourceVersion").asLong();
    if (served.isEmpty()) {
      throw new KubernetesClientException("not found", 404, null);
    }
    if (served.get().number() != from) {
      throw new KubernetesClientException("another version", 409, null);
    }
    write(now -> now.reporting(merged(now.status(), patch.path("status"))));
    network.done();
    return served.get().object();
  }
}
