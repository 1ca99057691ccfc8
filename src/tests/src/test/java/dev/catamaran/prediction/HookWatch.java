package dev.catamaran.prediction;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Sees the hooks that are created, also those that Helm deletes at once. */
final class HookWatch implements AutoCloseable {
  private static final Set<String> TITLES_OF_LAST = Set.of("ConfigMap/last", "Job/last");
  private static final String LAST =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: last, annotations: {helm.sh/hook: test}}
      ---
      apiVersion: batch/v1
      kind: Job
      metadata: {name: last, annotations: {helm.sh/hook: test}}
      spec:
        suspend: true
        template: {spec: {restartPolicy: Never, containers: [{name: main, image: main}]}}
      """;

  private final Set<String> known;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final List<Watch> watches;
  private final KubernetesClient client;
  private final String namespace;

  /** Begins with the hooks that do not exist yet. */
  HookWatch(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
    var jobs = client.resources(Job.class).inNamespace(namespace);
    var maps = client.resources(ConfigMap.class).inNamespace(namespace);
    this.known =
        Stream.concat(jobs.list().getItems().stream(), maps.list().getItems().stream())
            .map(object -> object.getMetadata().getUid())
            .collect(java.util.stream.Collectors.toUnmodifiableSet());
    this.watches = List.of(jobs.watch(new Seeing<Job>()), maps.watch(new Seeing<ConfigMap>()));
  }

  /** Waits until the watches have delivered all that happened before. */
  void catchUp() {
    var last = client.load(new ByteArrayInputStream(LAST.getBytes(UTF_8))).inNamespace(namespace);
    last.create();
    eventually(() -> assertTrue(seen.containsAll(TITLES_OF_LAST), seen::toString));
    last.delete();
    seen.removeAll(TITLES_OF_LAST);
  }

  /** The titles of the hooks with this beginning of their names. */
  List<String> of(String release) {
    return seen.stream().filter(title -> title.contains("/" + release + "-")).sorted().toList();
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
  }

  private final class Seeing<T extends HasMetadata> implements Watcher<T> {
    @Override
    public void eventReceived(Action action, T object) {
      var meta = object.getMetadata();
      var annotations = meta.getAnnotations();
      if (action == Action.ADDED
          && !known.contains(meta.getUid())
          && annotations != null
          && annotations.containsKey("helm.sh/hook")) {
        seen.add(object.getKind() + "/" + meta.getName());
      }
    }

    @Override
    public void onClose(WatcherException cause) {
      throw new IllegalStateException(cause);
    }
  }
}
