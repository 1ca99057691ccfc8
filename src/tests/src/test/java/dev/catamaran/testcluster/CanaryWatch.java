package dev.catamaran.testcluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Keeps each Event, and each status of a custom resource, during a test run. */
final class CanaryWatch {
  private static final AtomicBoolean STARTED = new AtomicBoolean();

  private final KubernetesClient client;
  private final Set<String> kinds = ConcurrentHashMap.newKeySet();

  private CanaryWatch(KubernetesClient client) {
    this.client = client;
  }

  /** Watches until the end of the process; once. */
  static void start(KubernetesClient client) {
    if (!STARTED.compareAndSet(false, true)) {
      return;
    }
    var watch = new CanaryWatch(client);
    client.resources(Event.class).inAnyNamespace().inform(each(CanaryWatch::saw));
    client.resources(CustomResourceDefinition.class).inform(each(watch::follow));
  }

  private static void saw(Event event) {
    var about = event.getRegarding();
    Canary.saw(
        "events",
        about == null ? "?" : about.getKind() + " " + about.getNamespace() + "/" + about.getName(),
        event.getReason() + ": " + event.getNote());
  }

  private static void saw(GenericKubernetesResource object) {
    Object status = object.get("status");
    var meta = object.getMetadata();
    if (status != null) {
      Canary.saw(
          "statuses",
          object.getKind() + " " + meta.getNamespace() + "/" + meta.getName(),
          Serialization.asJson(status));
    }
  }

  private void follow(CustomResourceDefinition definition) {
    if (!TestCluster.isEstablished(definition) || !kinds.add(definition.getMetadata().getName())) {
      return;
    }
    var spec = definition.getSpec();
    var version = spec.getVersions().stream().filter(v -> v.getStorage()).findFirst().orElseThrow();
    var context =
        new ResourceDefinitionContext.Builder()
            .withGroup(spec.getGroup())
            .withVersion(version.getName())
            .withKind(spec.getNames().getKind())
            .withPlural(spec.getNames().getPlural())
            .withNamespaced(spec.getScope().equals("Namespaced"))
            .build();
    // Not on the thread of the informer of definitions.
    Thread.ofVirtual().start(() -> inform(context, definition.getMetadata().getName()));
  }

  private void inform(ResourceDefinitionContext context, String definition) {
    try {
      client.genericKubernetesResources(context).inAnyNamespace().inform(each(CanaryWatch::saw));
    } catch (KubernetesClientException e) {
      // Its test has deleted the definition.
      kinds.remove(definition);
    }
  }

  private static <T> ResourceEventHandler<T> each(Consumer<T> seen) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(T now) {
        seen.accept(now);
      }

      @Override
      public void onUpdate(T before, T now) {
        seen.accept(now);
      }

      @Override
      public void onDelete(T last, boolean unknown) {
        seen.accept(last);
      }
    };
  }
}
