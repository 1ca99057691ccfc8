package dev.catamaran.prediction;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Sees the hooks that are created, also those that Helm deletes at once. */
final class HookWatch implements AutoCloseable {
  private final Set<String> known;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final List<Watch> watches;

  /** Begins with the hooks that do not exist yet. */
  HookWatch(KubernetesClient client, String namespace) {
    var jobs = client.resources(Job.class).inNamespace(namespace);
    var maps = client.resources(ConfigMap.class).inNamespace(namespace);
    this.known =
        Stream.concat(jobs.list().getItems().stream(), maps.list().getItems().stream())
            .map(object -> object.getMetadata().getUid())
            .collect(java.util.stream.Collectors.toUnmodifiableSet());
    this.watches = List.of(jobs.watch(new Seeing<Job>()), maps.watch(new Seeing<ConfigMap>()));
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
