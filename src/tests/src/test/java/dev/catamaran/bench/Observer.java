package dev.catamaran.bench;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Watches the primaries of a namespace, their revisions and their objects. It never polls. */
final class Observer implements AutoCloseable {
  private final Map<String, Seen> releases = new HashMap<>();
  private final List<Expectation> expectations = new CopyOnWriteArrayList<>();
  private final List<SharedIndexInformer<?>> informers;

  Observer(KubernetesClient client, String namespace) {
    informers =
        List.of(
            inform(
                client.genericKubernetesResources(Site.API, Site.KIND).inNamespace(namespace),
                primary -> primary.getMetadata().getName(),
                Seen::with,
                (seen, primary) -> seen.withoutPrimary()),
            inform(
                client.secrets().inNamespace(namespace).withLabel("owner", "helm"),
                secret -> secret.getMetadata().getLabels().getOrDefault("name", ""),
                Seen::with,
                Seen::without),
            inform(
                client.apps().deployments().inNamespace(namespace),
                deployment -> Site.release(deployment.getMetadata().getName()),
                Seen::with,
                (seen, deployment) -> seen.withoutDeployment()),
            inform(
                client.services().inNamespace(namespace),
                service -> Site.release(service.getMetadata().getName()),
                Seen::with,
                (seen, service) -> seen.withoutService()));
  }

  /** What is known of a release now. */
  synchronized Seen now(String release) {
    return releases.getOrDefault(release, Seen.NOTHING);
  }

  /** Expects a condition of releases from now on, also where it holds already. */
  synchronized Expectation expect(
      String what, Collection<String> names, Predicate<Seen> condition) {
    var expectation = new Expectation(what, names, condition);
    expectations.add(expectation);
    names.forEach(name -> expectation.look(name, now(name)));
    return expectation;
  }

  /** Forgets an expectation. */
  void forget(Expectation expectation) {
    expectations.remove(expectation);
  }

  @Override
  public void close() {
    informers.forEach(SharedIndexInformer::close);
  }

  private synchronized void change(String release, UnaryOperator<Seen> change) {
    var seen = change.apply(now(release));
    releases.put(release, seen);
    expectations.forEach(expectation -> expectation.look(release, seen));
  }

  private <T extends HasMetadata> SharedIndexInformer<T> inform(
      FilterWatchListDeletable<T, ?, ?> objects,
      java.util.function.Function<T, String> release,
      BiFunction<Seen, T, Seen> changed,
      BiFunction<Seen, T, Seen> deleted) {
    return objects.inform(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(T now) {
            change(release.apply(now), seen -> changed.apply(seen, now));
          }

          @Override
          public void onUpdate(T before, T now) {
            change(release.apply(now), seen -> changed.apply(seen, now));
          }

          @Override
          public void onDelete(T last, boolean unknown) {
            change(release.apply(last), seen -> deleted.apply(seen, last));
          }
        });
  }
}
