package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The objects that a typed reconciler creates and maintains for its primaries. A reconciler has one
 * instance, in a field, for all of its passes:
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
 * <p>Objects are applied by server-side apply under the field manager of the reconciler, by force
 * unless {@link #unforced} is used. Other clients keep the fields that the reconciler does not
 * name, for instance a Deployment's replicas that an autoscaler sets. Each object gets the label
 * {@code app.kubernetes.io/managed-by} and a controller reference to its primary. Where the garbage
 * collector allows no reference, it gets the annotations {@code operator-sdk/primary-resource} and
 * {@code operator-sdk/primary-resource-type}. A pass without differences sends no request.
 *
 * <p>Immutable, and safe for concurrent passes.
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
   * Returns descendants without any kind yet.
   *
   * @param manager value of their label {@code app.kubernetes.io/managed-by}. Two reconcilers of
   *     one kind need two names: each deletes objects with its own name that are not desired.
   * @throws IllegalArgumentException if it is not a valid label value
   */
  public static Descendants managedBy(String manager) {
    if (!LABEL_VALUE.matcher(manager).matches()) {
      throw new IllegalArgumentException(
          "'%s' cannot be a label's value: up to 63 letters, digits, '-', '_' and '.'"
              .formatted(manager));
    }
    return new Descendants(manager, List.of(), true, new Applied());
  }

  /** Returns these descendants, with further kinds by their classes. */
  @SafeVarargs
  public final Descendants ofKinds(Class<? extends HasMetadata>... types) {
    var all = new ArrayList<>(kinds);
    for (var type : types) {
      all.add(DescendantKind.of(type));
    }
    return new Descendants(manager, all, isForced, applied);
  }

  /**
   * Returns these descendants, with a namespaced kind without a class. Its objects are {@link
   * io.fabric8.kubernetes.api.model.GenericKubernetesResource}s. While the cluster does not serve
   * the kind, a pass that needs it ends in a {@link MissingKindException}.
   *
   * @param apiVersion such as {@code kmm.sigs.x-k8s.io/v1beta1}
   */
  public Descendants ofKind(String apiVersion, String kind) {
    return and(DescendantKind.generic(apiVersion, kind, true));
  }

  /** Returns these descendants, with a cluster-scoped kind without a class. */
  public Descendants ofClusterKind(String apiVersion, String kind) {
    return and(DescendantKind.generic(apiVersion, kind, false));
  }

  private Descendants and(DescendantKind kind) {
    var all = new ArrayList<>(kinds);
    all.add(kind);
    return new Descendants(manager, all, isForced, applied);
  }

  /**
   * Returns these descendants without force: they never take a field from another field manager. A
   * conflict ends in a {@link FieldConflictException} that names that manager.
   */
  public Descendants unforced() {
    return new Descendants(manager, kinds, false, applied);
  }

  /**
   * Returns the informers that trigger a pass when a descendant changes; to be returned by {@code
   * prepareEventSources}. The watch of a kind without a class starts in the first pass instead, so
   * a reconciler can start where the cluster does not serve the kind.
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

  /** Returns the descendants of one primary, in one pass. They contain no desired objects yet. */
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
   * Returns the kind of {@code object}.
   *
   * @throws IllegalArgumentException if that kind was not declared
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
