package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.InformerConfiguration;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.EventSourceRetriever;
import io.javaoperatorsdk.operator.processing.event.NoEventSourceForClassException;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.Optional;

/**
 * The informers on descendants, one for each kind. They select by the label of the manager.
 *
 * @param manager value of the label
 * @param applied forgets deleted objects
 */
record DescendantInformers(String manager, Applied applied) {

  /** Creates an informer on {@code kind}, but does not start it. */
  <P extends HasMetadata> InformerEventSource<HasMetadata, P> make(
      DescendantKind kind, EventSourceContext<P> context) {
    var builder =
        builder(kind, context.getPrimaryResourceClass())
            .withName(name(kind))
            .withLabelSelector(Marks.MANAGED_BY + "=" + manager)
            .withSecondaryToPrimaryMapper(PrimaryMapper.to(context.getPrimaryResourceClass()))
            .withOnDeleteFilter(
                (gone, isGuess) -> {
                  applied.forget(gone);
                  return true;
                });
    if (!kind.isNamespaced()) {
      builder.withWatchAllNamespaces();
    }
    return new InformerEventSource<>(builder.build(), context);
  }

  /**
   * Returns the running informer on {@code kind}; empty while the controller stops. A pass may
   * outlast the informers, and nothing would stop an informer that it starts then.
   *
   * @throws MissingKindException if the cluster does not serve it
   */
  <P extends HasMetadata> Optional<InformerEventSource<HasMetadata, P>> running(
      DescendantKind kind, Context<P> context) {
    var sources = context.eventSourceRetriever();
    if (isStopping(sources)) {
      return Optional.empty();
    }
    var informer = find(kind, sources).orElseGet(() -> register(kind, context));
    if (!informer.isRunning()) {
      // Another pass has just registered it: this call waits until the informer is filled.
      informer.start();
    }
    if (isStopping(sources)) {
      // The stop may have begun before the start.
      informer.stop();
      return Optional.empty();
    }
    return Optional.of(informer);
  }

  /** The SDK stops the informer of the primaries first. */
  private static boolean isStopping(EventSourceRetriever<?> sources) {
    return !sources.getControllerEventSource().isRunning();
  }

  /**
   * Adds a written object to the informer, even if the watch is late.
   *
   * @param before the object as observed before the write; empty if there was none
   */
  <P extends HasMetadata> void remember(
      HasMetadata written,
      Optional<HasMetadata> before,
      Reconciliation.Key key,
      Context<P> context) {
    if (!isWatched(key, context)) {
      // No watch would ever correct it.
      return;
    }
    running(key.kind(), context).ifPresent(informer -> remember(written, before, key, informer));
  }

  private static void remember(
      HasMetadata written,
      Optional<HasMetadata> before,
      Reconciliation.Key key,
      InformerEventSource<HasMetadata, ?> informer) {
    if (before.isEmpty()) {
      informer.handleRecentResourceCreate(key.id(), written);
    } else if (informer.get(key.id()).isPresent()) {
      informer.handleRecentResourceUpdate(key.id(), written, before.get());
    }
  }

  private static boolean isWatched(Reconciliation.Key key, Context<?> context) {
    var configuration = context.getControllerConfiguration();
    var namespaces = configuration.getInformerConfig().getEffectiveNamespaces(configuration);
    return !key.kind().isNamespaced()
        || InformerConfiguration.allNamespacesWatched(namespaces)
        || key.id().getNamespace().filter(namespaces::contains).isPresent();
  }

  /**
   * Stops the informer on a kind without a definition. A later pass creates another informer.
   *
   * @throws MissingKindException if the cluster no longer serves the kind
   */
  void requireServed(DescendantKind kind, Context<?> context) {
    if (kind.isGeneric() && !isServed(kind, context.getClient())) {
      context.eventSourceRetriever().dynamicallyDeRegisterEventSource(name(kind));
      throw new MissingKindException(kind);
    }
  }

  @SuppressWarnings("unchecked") // Only make() creates sources with that name.
  private <P extends HasMetadata> Optional<InformerEventSource<HasMetadata, P>> find(
      DescendantKind kind, EventSourceRetriever<P> sources) {
    try {
      var found = (EventSource<?, P>) sources.getEventSourceFor(kind.type(), name(kind));
      return Optional.of((InformerEventSource<HasMetadata, P>) found);
    } catch (NoEventSourceForClassException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private <P extends HasMetadata> InformerEventSource<HasMetadata, P> register(
      DescendantKind kind, Context<P> context) {
    if (!isServed(kind, context.getClient())) {
      throw new MissingKindException(kind);
    }
    var sources = context.eventSourceRetriever();
    var informer = make(kind, sources.eventSourceContextForDynamicRegistration());
    try {
      return (InformerEventSource<HasMetadata, P>) sources.dynamicallyRegisterEventSource(informer);
    } catch (RuntimeException e) {
      // It is registered, but not running: the next pass must try again.
      sources.dynamicallyDeRegisterEventSource(informer.name());
      throw e;
    }
  }

  private static boolean isServed(DescendantKind kind, KubernetesClient client) {
    var api = client.getApiResources(kind.apiVersion());
    return api != null
        && api.getResources().stream().anyMatch(found -> kind.kind().equals(found.getKind()));
  }

  @SuppressWarnings("unchecked") // An informer on a kind returns objects of its type.
  private static InformerEventSourceConfiguration.Builder<HasMetadata> builder(
      DescendantKind kind, Class<? extends HasMetadata> primaries) {
    InformerEventSourceConfiguration.Builder<? extends HasMetadata> builder =
        kind.type() == GenericKubernetesResource.class
            ? InformerEventSourceConfiguration.from(
                new GroupVersionKind(kind.apiVersion(), kind.kind()), primaries)
            : InformerEventSourceConfiguration.from(kind.type(), primaries);
    return (InformerEventSourceConfiguration.Builder<HasMetadata>) builder;
  }

  private String name(DescendantKind kind) {
    return "descendants of " + manager + ": " + kind;
  }
}
