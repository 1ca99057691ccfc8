package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Many Memcacheds and a MemcachedBackup, as in the watches.yaml of the project. */
public final class Fleet {
  private static final Map<String, String> KINDS =
      Map.of("Memcached", "cache.my.domain/v1alpha1", "MemcachedBackup", "cache.my.domain/v1");

  private final TestNamespace namespace;

  private Fleet(TestNamespace namespace) {
    this.namespace = namespace;
  }

  /** The watches.yaml of the project. */
  public static Watching watching() {
    try {
      var text = Files.readString(Path.of("watches.yaml"));
      return Watching.yaml(text.replace("helm-charts/memcached", TestChart.memcached().toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates {@code releases} Memcacheds and one MemcachedBackup. */
  public static Fleet of(int releases, TestNamespace namespace) {
    var fleet = new Fleet(namespace);
    IntStream.range(0, releases)
        .forEach(i -> fleet.create("Memcached", "cache-" + i, "{replicaCount: 1}"));
    fleet.create("MemcachedBackup", "backup", "{size: 2}");
    return fleet;
  }

  /** Waits until all primaries are ready at their present generation. */
  public Fleet awaitReady() {
    within(Duration.ofMinutes(6), () -> assertEquals(Map.of(), notReady(), "not ready"));
    return this;
  }

  /** The stored revisions of all releases: resource version by name of the Secret. */
  public Map<String, String> revisions() {
    var found = new TreeMap<String, String>();
    for (var secret :
        namespace
            .client()
            .secrets()
            .inNamespace(namespace.name())
            .withLabel("owner", "helm")
            .list()
            .getItems()) {
      found.put(secret.getMetadata().getName(), secret.getMetadata().getResourceVersion());
    }
    return found;
  }

  private Map<String, String> notReady() {
    var found = new TreeMap<String, String>();
    KINDS.forEach(
        (kind, api) -> {
          var client = namespace.client().genericKubernetesResources(api, kind);
          for (var primary : client.inNamespace(namespace.name()).list().getItems()) {
            if (!isReady(primary)) {
              found.put(
                  primary.getMetadata().getName(),
                  String.valueOf(primary.getAdditionalProperties().get("status")));
            }
          }
        });
    return found;
  }

  private static boolean isReady(GenericKubernetesResource primary) {
    List<Map<String, Object>> conditions = primary.get("status", "conditions");
    Number observed = primary.get("status", "observedGeneration");
    return conditions != null
        && observed != null
        && observed.longValue() == primary.getMetadata().getGeneration()
        && conditions.stream()
            .anyMatch(c -> "Ready".equals(c.get("type")) && "True".equals(c.get("status")));
  }

  private void create(String kind, String name, String spec) {
    var yaml =
        "apiVersion: %s\nkind: %s\nmetadata: {name: %s, namespace: %s}\nspec: %s\n"
            .formatted(KINDS.get(kind), kind, name, namespace.name(), spec);
    namespace
        .client()
        .resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
        .create();
  }
}
