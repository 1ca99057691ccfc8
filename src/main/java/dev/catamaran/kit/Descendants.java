package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a typed reconciler makes for its primaries, and keeps as it must be. A reconciler has one,
 * in a field, for all of its passes:
 *
 * <pre>{@code
 * private final Descendants descendants =
 *     Descendants.managedBy("webapps").ofKinds(Deployment.class, Service.class);
 *
 * public List<EventSource<?, App>> prepareEventSources(EventSourceContext<App> context) {
 *   return descendants.sources(context);
 * }
 *
 * public UpdateControl<App> reconcile(App app, Context<App> context) {
 *   var live = descendants.of(app, context).group(service(app)).group(deployment(app)).apply();
 *   return ready(live.get(deployment(app)));
 * }
 * }</pre>
 *
 * <p>Objects are applied by server-side apply, by force unless {@link #unforced} says otherwise,
 * under the field manager of the reconciler: what it does not name stays others', a Deployment's
 * replicas for instance that an autoscaler sets. Each gets the label {@code
 * app.kubernetes.io/managed-by} and a controller reference to its primary, or, where the garbage
 * collector allows none, the annotations {@code operator-sdk/primary-resource} and {@code
 * operator-sdk/primary-resource-type}. A pass that finds all as it must be sends no request.
 *
 * <p>Immutable, and safe for passes at the same time.
 */
public final class Descendants {
  /** Kubernetes, labels and selectors. */
  private static final Pattern LABEL_VALUE =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

  private final String manager;
  private final List<DescendantKind> kinds;
  private final boolean isForced;
  private final Applied applied;

  private Descendants(
      String manager, List<DescendantKind> kinds, boolean isForced, Applied applied) {
    this.manager = manager;
    this.kinds = List.copyOf(kinds);
    this.isForced = isForced;
    this.applied = applied;
  }

  /**
   * Descendants of no kind yet.
   *
   * @param manager value of their label {@code app.kubernetes.io/managed-by}. Two reconcilers of
   *     one kind need two names: each removes what bears its own and is not desired.
   * @throws IllegalArgumentException if it can be no label's value
   */
  public static Descendants managedBy(String manager) {
    if (!LABEL_VALUE.matcher(manager).matches()) {
      throw new IllegalArgumentException(
          "'%s' cannot be a label's value: up to 63 letters, digits, '-', '_' and '.'"
              .formatted(manager));
    }
    return new Descendants(manager, List.of(), true, new Applied());
  }

  /** These, and objects of those kinds. */
  @SafeVarargs
  public final Descendants ofKinds(Class<? extends HasMetadata>... types) {
    var all = new ArrayList<>(kinds);
    for (var type : types) {
      all.add(DescendantKind.of(type));
    }
    return new Descendants(manager, all, isForced, applied);
  }

  /**
   * These, and objects of a kind in namespaces for which there is no class: its objects are {@link
   * io.fabric8.kubernetes.api.model.GenericKubernetesResource}s. Where the cluster does not serve
   * the kind (yet), a pass that needs it ends in a {@link MissingKindException}.
   *
   * @param apiVersion such as {@code kmm.sigs.x-k8s.io/v1beta1}
   */
  public Descendants ofKind(String apiVersion, String kind) {
    return and(DescendantKind.generic(apiVersion, kind, true));
  }

  /** The same for a kind whose objects are in no namespace. */
  public Descendants ofClusterKind(String apiVersion, String kind) {
    return and(DescendantKind.generic(apiVersion, kind, false));
  }

  private Descendants and(DescendantKind kind) {
    var all = new ArrayList<>(kinds);
    all.add(kind);
    return new Descendants(manager, all, isForced, applied);
  }

  /**
   * These, but never taking a field from somebody else: that ends in a {@link
   * FieldConflictException} which names him.
   */
  public Descendants unforced() {
    return new Descendants(manager, kinds, false, applied);
  }

  /**
   * The informers that wake a primary when one of its descendants changes; to be returned by {@code
   * prepareEventSources}. Kinds without a class are watched from the first pass on instead, so that
   * a reconciler starts where they are not served.
   */
  public <P extends HasMetadata> List<EventSource<?, P>> sources(EventSourceContext<P> context) {
    var sources = new ArrayList<EventSource<?, P>>();
    for (var kind : kinds) {
      if (!kind.isGeneric()) {
        sources.add(informers().make(kind, context));
      }
    }
    return sources;
  }

  /** The descendants of one primary, in one pass; nothing is desired of them yet. */
  public <P extends HasMetadata> DesiredDescendants<P> of(P primary, Context<P> context) {
    var writer = new DescendantWriter(context, isForced);
    return new DesiredDescendants<>(
        List.of(), new Reconciliation<>(primary, context, marks(primary), writer, applied, this));
  }

  private Marks marks(HasMetadata primary) {
    return new Marks(manager, primary);
  }

  DescendantInformers informers() {
    return new DescendantInformers(manager, applied);
  }

  List<DescendantKind> kinds() {
    return kinds;
  }

  /**
   * The kind that {@code object} is of.
   *
   * @throws IllegalArgumentException if these are of no such kind
   */
  DescendantKind kindOf(HasMetadata object) {
    return kinds.stream()
        .filter(kind -> kind.describes(object))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s is of a kind that these descendants were not declared to be of; add %s"
                        .formatted(Named.of(object), object.getFullResourceName())));
  }
}
