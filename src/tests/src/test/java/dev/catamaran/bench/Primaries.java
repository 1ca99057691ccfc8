package dev.catamaran.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Writes primaries as their users do, several at a time. */
final class Primaries {
  private static final int WRITERS = 8;

  private final KubernetesClient client;
  private final String namespace;

  Primaries(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** A primary with the chart's own values. */
  static GenericKubernetesResource named(String name, String namespace) {
    var primary = new GenericKubernetesResource();
    primary.setApiVersion(Site.API);
    primary.setKind(Site.KIND);
    primary.setMetadata(new ObjectMetaBuilder().withName(name).withNamespace(namespace).build());
    primary.setAdditionalProperty("spec", Map.of());
    return primary;
  }

  /** Creates them; returns the time of each request. */
  Map<String, Long> create(List<String> names) {
    return each(names, name -> client.resource(named(name, namespace)).create());
  }

  /** Changes one value of each. */
  Map<String, Long> change(List<String> names) {
    var change = "{\"spec\":{\"service\":{\"port\":%d}}}".formatted(Orders.CHANGED_PORT);
    return each(names, name -> one(name).patch(PatchContext.of(PatchType.JSON_MERGE), change));
  }

  /** Deletes them, without waiting. */
  Map<String, Long> delete(List<String> names) {
    return each(names, name -> one(name).delete());
  }

  private Resource<GenericKubernetesResource> one(String name) {
    return client
        .genericKubernetesResources(Site.API, Site.KIND)
        .inNamespace(namespace)
        .withName(name);
  }

  private static Map<String, Long> each(List<String> names, Consumer<String> request) {
    var times = new ConcurrentHashMap<String, Long>();
    try (var writers = Executors.newFixedThreadPool(WRITERS)) {
      var all =
          names.stream()
              .map(
                  name ->
                      writers.submit(
                          () -> {
                            times.put(name, System.nanoTime());
                            request.accept(name);
                          }))
              .toList();
      for (var each : all) {
        Waiting.get(each);
      }
    }
    return times;
  }
}
