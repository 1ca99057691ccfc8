package dev.catamaran.kit;

import dev.catamaran.kit.PartStores.KeptPart;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Watches objects that a primary does not own. Their changes trigger passes over the primaries that
 * they concern, and {@code context.getSecondaryResources} reads them from memory. To be used in
 * {@code prepareEventSources}, once for each kind of object:
 *
 * <pre>{@code
 * Related.to(context, Secret.class).byIndex(Backups::credentials)
 * }</pre>
 *
 * <p>The watch covers the same namespaces as the controller's watch of primaries.
 *
 * @param <R> the objects
 * @param <P> the primaries
 */
public final class Related<R extends HasMetadata, P extends HasMetadata> {
  private final EventSourceContext<P> context;
  private final InformerEventSourceConfiguration.Builder<R> informer;
  private final List<String> selectors = new ArrayList<>();
  private Optional<KeptPart<R>> kept = Optional.empty();
  private String name;

  private Related(
      EventSourceContext<P> context,
      InformerEventSourceConfiguration.Builder<R> informer,
      String kind) {
    this.context = context;
    this.informer = informer;
    this.name = "related-" + kind.toLowerCase(Locale.ROOT);
  }

  /** Begins the description of a watch on objects of a type. */
  public static <R extends HasMetadata, P extends HasMetadata> Related<R, P> to(
      EventSourceContext<P> context, Class<R> type) {
    var informer = InformerEventSourceConfiguration.from(type, context.getPrimaryResourceClass());
    return new Related<>(context, informer, type.getSimpleName());
  }

  /**
   * Begins the description for a kind without a Java class. The cluster must serve it when the
   * controller starts.
   */
  public static <P extends HasMetadata> Related<GenericKubernetesResource, P> to(
      EventSourceContext<P> context, dev.catamaran.api.GroupVersionKind kind) {
    var informer =
        InformerEventSourceConfiguration.from(
            new GroupVersionKind(kind.group(), kind.version(), kind.kind()),
            context.getPrimaryResourceClass());
    return new Related<>(context, informer, kind.kind());
  }

  /** Names the event source, for a reconciler that has several of one kind. */
  public Related<R, P> named(String other) {
    name = other;
    return this;
  }

  /**
   * Limits the watch to objects with given labels.
   *
   * @param labels a selector such as {@code app=palette}; several are combined by AND
   */
  public Related<R, P> selecting(String labels) {
    selectors.add(labels);
    return this;
  }

  /**
   * Keeps only a part of each object in memory. A change outside that part triggers nothing.
   *
   * @param part creates the part from an object, which it may change; name, namespace, resource
   *     version, and the reference to the primary have to stay
   */
  public Related<R, P> keeping(UnaryOperator<R> part) {
    var keptPart = new KeptPart<>(part, context.getClient().getKubernetesSerialization());
    kept = Optional.of(keptPart);
    informer.withOnUpdateFilter(keptPart::differ);
    return this;
  }

  /**
   * Watches objects with a label that contains the name of a primary in their own namespace. Others
   * are not watched.
   */
  public EventSource<R, P> byLabel(String label) {
    return selecting(label).byMark(meta -> meta.getLabels().get(label));
  }

  /**
   * Watches objects with an annotation that contains the name of a primary in their own namespace,
   * or {@code namespace/name}. The API server cannot select by annotations: use {@link #selecting}
   * to keep other objects out of memory.
   */
  public EventSource<R, P> byAnnotation(String annotation) {
    return byMark(meta -> meta.getAnnotations().get(annotation));
  }

  /**
   * Watches objects that primaries refer to. A change triggers passes only over those primaries
   * that refer to the object at present.
   *
   * @param references the objects that a primary refers to, whether they exist or not; pure
   */
  public EventSource<R, P> byIndex(Function<P, Set<ResourceID>> references) {
    return byReadIndex(
        primary ->
            Unreadable.problemOf(primary).isPresent() ? Set.of() : references.apply(primary));
  }

  private EventSource<R, P> byReadIndex(Function<P, Set<ResourceID>> references) {
    var primaries = context.getPrimaryCache();
    // All reconcilers of a kind share this cache, and a second index replaces one of the same name.
    var index = context.getControllerConfiguration().getName() + "/" + name;
    primaries.addIndexer(
        index, primary -> references.apply(primary).stream().map(Related::key).toList());
    informer.withPrimaryToSecondaryMapper((P primary) -> references.apply(primary));
    return source(
        object ->
            primaries.byIndex(index, key(ResourceID.fromResource(object))).stream()
                .map(ResourceID::fromResource)
                .collect(Collectors.toSet()));
  }

  private EventSource<R, P> byMark(Function<ObjectMeta, @Nullable String> mark) {
    // The mapper needs the source, but the source is created with the mapper.
    var source = new CompletableFuture<RelatedSource<R, P>>();
    informer.withPrimaryToSecondaryMapper((P primary) -> source.join().concerning(primary));
    var made = source(object -> marked(object.getMetadata(), mark)).indexed();
    source.complete(made);
    return made;
  }

  private RelatedSource<R, P> source(SecondaryToPrimaryMapper<R> concerned) {
    informer.withName(name).withSecondaryToPrimaryMapper(concerned);
    if (!selectors.isEmpty()) {
      informer.withLabelSelector(String.join(",", selectors));
    }
    var watch = informer.build();
    return new RelatedSource<>(kept.map(part -> PartStores.of(watch, part)).orElse(watch), context);
  }

  private static Set<ResourceID> marked(
      ObjectMeta meta, Function<ObjectMeta, @Nullable String> mark) {
    return Optional.ofNullable(mark.apply(meta)).filter(value -> !value.isBlank()).stream()
        .map(value -> value.split("/", 2))
        .map(
            parts ->
                parts.length == 2
                    ? new ResourceID(parts[1], parts[0])
                    : new ResourceID(parts[0], meta.getNamespace()))
        .collect(Collectors.toSet());
  }

  /** Returns the key in an index. */
  static String key(ResourceID id) {
    return id.getNamespace().orElse("") + "/" + id.getName();
  }

  /**
   * Triggers a pass also over the primary that an object no longer concerns. Lists the objects that
   * concern a primary.
   */
  private static final class RelatedSource<R extends HasMetadata, P extends HasMetadata>
      extends InformerEventSource<R, P> {
    private static final String CONCERNED = "concerned";

    private final InformerEventSourceConfiguration<R> configuration;

    RelatedSource(
        InformerEventSourceConfiguration<R> configuration, EventSourceContext<P> context) {
      super(configuration, context);
      this.configuration = configuration;
    }

    /** Adds the index for {@link #concerning}; to be called before the start. */
    RelatedSource<R, P> indexed() {
      addIndexer(CONCERNED, object -> concernedBy(object).stream().map(Related::key).toList());
      return this;
    }

    /** Returns the objects that concern a primary. */
    Set<ResourceID> concerning(HasMetadata primary) {
      return byIndex(CONCERNED, Related.key(ResourceID.fromResource(primary))).stream()
          .map(ResourceID::fromResource)
          .collect(Collectors.toSet());
    }

    @Override
    public void onUpdate(R before, R now) {
      super.onUpdate(before, now);
      var left = new HashSet<>(concernedBy(before));
      left.removeAll(concernedBy(now));
      left.forEach(primary -> getEventHandler().handleEvent(new Event(primary)));
    }

    private Set<ResourceID> concernedBy(R object) {
      return configuration.getSecondaryToPrimaryMapper().toPrimaryResourceIDs(object);
    }
  }
}
