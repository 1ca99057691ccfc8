package dev.catamaran.extension;

import dev.catamaran.api.ExtraWatch;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.KindClasses.OfKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Additional watches of a kind's extensions. They wake primaries, and provide objects from memory.
 */
final class ExtraWatches {
  private static final Logger log = LoggerFactory.getLogger(ExtraWatches.class);

  private final List<ExtraWatch> watches;
  private final ApiResources apis;
  private volatile List<Informer> informers = List.of();

  private record Informer(
      GroupVersionKind kind, InformerEventSource<GenericKubernetesResource, OfKind> source) {}

  ExtraWatches(List<ExtraWatch> watches, ApiResources apis) {
    this.watches = List.copyOf(watches);
    this.apis = apis;
  }

  /** Creates the event sources of the watches. They replace earlier ones. */
  List<EventSource<?, OfKind>> sources(EventSourceContext<OfKind> context) {
    var made = new ArrayList<Informer>();
    for (var watch : watches) {
      made.add(new Informer(watch.kind(), source(watch, "extra-watch-" + made.size(), context)));
    }
    informers = List.copyOf(made);
    return made.stream().<EventSource<?, OfKind>>map(Informer::source).toList();
  }

  /** Returns the present state of an object. */
  Optional<GenericKubernetesResource> find(GroupVersionKind kind, String namespace, String name) {
    return informers.stream()
        .filter(informer -> informer.kind().equals(kind))
        .flatMap(informer -> informer.source().get(id(namespace, name)).stream())
        .findFirst();
  }

  private InformerEventSource<GenericKubernetesResource, OfKind> source(
      ExtraWatch watch, String name, EventSourceContext<OfKind> context) {
    var kind = watch.kind();
    var configuration =
        InformerEventSourceConfiguration.from(
                new io.javaoperatorsdk.operator.processing.GroupVersionKind(
                    kind.apiVersion(), kind.kind()),
                context.getPrimaryResourceClass())
            .withName(name)
            .withSecondaryToPrimaryMapper(object -> primaries(watch, object));
    if (!watch.labelSelector().isEmpty()) {
      configuration.withLabelSelector(watch.labelSelector());
    }
    if (isClusterScoped(kind)) {
      configuration.withWatchAllNamespaces();
    } else {
      configuration.withNamespacesInheritedFromController();
    }
    return new InformerEventSource<>(configuration.build(), context);
  }

  private boolean isClusterScoped(GroupVersionKind kind) {
    return apis.find(kind.apiVersion(), kind.kind())
        .filter(api -> !api.isNamespaceScoped())
        .isPresent();
  }

  /** Catches exceptions of an extension's mapping, which would stop the informer. */
  private static Set<ResourceID> primaries(ExtraWatch watch, GenericKubernetesResource object) {
    try {
      return watch.primaries().apply(object).stream()
          .map(primary -> id(primary.namespace(), primary.name()))
          .collect(Collectors.toSet());
    } catch (RuntimeException e) {
      log.error(
          "Cannot find the custom resources that {} {} concerns",
          object.getKind(),
          object.getMetadata().getName(),
          e);
      return Set.of();
    }
  }

  private static ResourceID id(String namespace, String name) {
    return new ResourceID(name, namespace.isEmpty() ? null : namespace);
  }
}
