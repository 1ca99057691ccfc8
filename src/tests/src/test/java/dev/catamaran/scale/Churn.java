package dev.catamaran.scale;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Random changes of a herd, one after another. */
final class Churn {
  private static final String API = "cache.my.domain/v1alpha1";

  /** The highest number of temporary primaries at a time; the herd itself stays. */
  private static final int GUESTS = 20;

  private final TestNamespace namespace;
  private final Random random;
  private final int primaries;
  private final Deque<String> guests = new ArrayDeque<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private int made;

  Churn(TestNamespace namespace, Random random, int primaries) {
    this.namespace = namespace;
    this.random = random;
    this.primaries = primaries;
  }

  /** Makes the next change. */
  void step() {
    var object = Herd.name(random.nextInt(primaries)) + "-memcached";
    try {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> scale(object);
        case 3, 4, 5 -> label(object);
        case 6, 7 -> deleteService(object);
        case 8 -> createGuest();
        default -> deleteGuest();
      }
    } catch (KubernetesClientException e) {
      // The operator changes the object at the same time.
      count("refused (%d)".formatted(e.getCode()));
    }
  }

  /** Deletes all temporary primaries. */
  void end() {
    while (!guests.isEmpty()) {
      deleteGuest();
    }
  }

  /** The number of changes of each kind. */
  Map<String, Integer> counts() {
    return counts;
  }

  private void scale(String object) {
    patch(object, "{\"spec\":{\"replicas\":1}}");
    count("scaled Deployments");
  }

  private void label(String object) {
    patch(object, "{\"metadata\":{\"labels\":{\"app.kubernetes.io/name\":\"x\"}}}");
    count("edited labels");
  }

  private void patch(String object, String merge) {
    namespace
        .client()
        .apps()
        .deployments()
        .inNamespace(namespace.name())
        .withName(object)
        .patch(PatchContext.of(PatchType.JSON_MERGE), merge);
  }

  private void deleteService(String object) {
    namespace.delete(Service.class, object);
    count("deleted Services");
  }

  private void createGuest() {
    if (guests.size() < GUESTS) {
      var guest = new GenericKubernetesResource();
      guest.setApiVersion(API);
      guest.setKind("Memcached");
      var meta = new io.fabric8.kubernetes.api.model.ObjectMeta();
      meta.setName("guest%06d".formatted(made++));
      meta.setNamespace(namespace.name());
      guest.setMetadata(meta);
      guest.setAdditionalProperty("spec", Map.of("replicaCount", 0));
      namespace.client().resource(guest).create();
      guests.add(meta.getName());
      count("new primaries");
    }
  }

  private void deleteGuest() {
    var guest = guests.poll();
    if (guest != null) {
      namespace
          .client()
          .genericKubernetesResources(API, "Memcached")
          .inNamespace(namespace.name())
          .withName(guest)
          .delete();
      count("deleted primaries");
    }
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }
}
