package dev.catamaran.scale;

import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.StoredRelease;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Many Memcacheds in the state after a reconciliation: primaries with finalizer and status, release
 * Secrets, and all objects. Each is a copy of one Memcached that the operator installed.
 */
final class Herd {
  private static final String API = "cache.my.domain/v1alpha1";
  private static final String KIND = "Memcached";
  private static final String MODEL = "modelprimary";
  private static final int WRITERS = 6;
  private static final int PRINTED_EACH = 500;

  private final TestNamespace namespace;
  private final GenericKubernetesResource primary;
  private final Secret release;
  private final List<GenericKubernetesResource> objects;

  private Herd(TestNamespace namespace) {
    this.namespace = namespace;
    this.primary =
        namespace
            .client()
            .genericKubernetesResources(API, KIND)
            .inNamespace(namespace.name())
            .withName(MODEL)
            .require();
    this.release = namespace.existing(Secret.class, "sh.helm.release.v1.%s.v1".formatted(MODEL));
    this.objects =
        List.of(
            bare(namespace.existing(ServiceAccount.class, MODEL + "-memcached")),
            bare(withoutAddress(namespace.existing(Service.class, MODEL + "-memcached"))),
            bare(namespace.existing(Deployment.class, MODEL + "-memcached")));
  }

  /** Creates the model, and waits until a running operator has installed it. */
  static void makeModel(TestNamespace namespace) {
    var model = new GenericKubernetesResource();
    model.setApiVersion(API);
    model.setKind(KIND);
    model.setMetadata(named(MODEL, namespace.name()));
    // Pods cost the cluster much, and the operator does not watch them.
    model.setAdditionalProperty("spec", Map.of("replicaCount", 0));
    namespace.client().resource(model).create();
    namespace
        .scratch()
        .object(dev.catamaran.api.GroupVersionKind.parse(API, KIND), MODEL)
        .awaitReady();
  }

  /** Reads the present state of the model; no client may change it at this time. */
  static Herd likeTheModel(TestNamespace namespace) {
    return new Herd(namespace);
  }

  /** The name of the primary with this number. */
  static String name(int number) {
    return "herd%06d".formatted(number);
  }

  /** Writes this number of copies, with all their objects. */
  void write(int copies) {
    var written = new AtomicInteger();
    try (var writers = Executors.newFixedThreadPool(WRITERS)) {
      var all =
          IntStream.range(0, copies)
              .<Future<?>>mapToObj(
                  number ->
                      writers.submit(
                          () -> {
                            write(name(number));
                            printProgress(written.incrementAndGet(), copies);
                          }))
              .toList();
      for (var each : all) {
        each.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a copy could not be written", e.getCause());
    }
  }

  private static void printProgress(int written, int copies) {
    if (written % PRINTED_EACH == 0) {
      System.out.printf("  %d of %d primaries are written%n", written, copies);
    }
  }

  private void write(String name) {
    var client = namespace.client();
    var copy = copy(primary, name, "");
    copy.getAdditionalProperties().remove("status");
    var made = client.resource(copy).create();
    var uid = made.getMetadata().getUid();
    Map<String, Object> status = copy(primary, name, uid).get("status");
    // It has the digests of the model's revision. The first pass writes those of the copy.
    status.remove("history");
    made.setAdditionalProperty("status", status);
    client.resource(made).updateStatus();
    objects.forEach(object -> client.resource(copy(object, name, uid)).create());
    client.resource(StoredRelease.renamed(release, text -> replaced(text, name, uid))).create();
  }

  private GenericKubernetesResource copy(GenericKubernetesResource model, String name, String uid) {
    var copy =
        Serialization.unmarshal(
            replaced(Serialization.asJson(model), name, uid), GenericKubernetesResource.class);
    var meta = copy.getMetadata();
    meta.setUid(null);
    meta.setResourceVersion(null);
    meta.setCreationTimestamp(null);
    meta.setManagedFields(List.of());
    return copy;
  }

  private String replaced(String text, String name, String uid) {
    return text.replace(MODEL, name).replace(primary.getMetadata().getUid(), uid);
  }

  private static GenericKubernetesResource bare(io.fabric8.kubernetes.api.model.HasMetadata live) {
    var bare = Serialization.unmarshal(Serialization.asJson(live), GenericKubernetesResource.class);
    bare.getAdditionalProperties().remove("status");
    return bare;
  }

  private static Service withoutAddress(Service service) {
    service.getSpec().setClusterIP(null);
    service.getSpec().setClusterIPs(List.of());
    return service;
  }

  private static io.fabric8.kubernetes.api.model.ObjectMeta named(String name, String namespace) {
    var meta = new io.fabric8.kubernetes.api.model.ObjectMeta();
    meta.setName(name);
    meta.setNamespace(namespace);
    return meta;
  }
}
