package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;

/**
 * Generates a class for each GVK at run time. The Java Operator SDK distinguishes kinds by
 * annotations of their class, so a plain {@link GenericKubernetesResource} cannot be a primary.
 */
public final class KindClasses {
  private KindClasses() {}

  /** A resource with the kind of its class. */
  public abstract static class OfKind extends GenericKubernetesResource {
    private static final long serialVersionUID = 1L;

    /**
     * Sets apiVersion and kind: without them, the API server would refuse the SDK's creates and
     * applies.
     */
    @SuppressWarnings("this-escape") // No class overrides these setters of the parent.
    protected OfKind() {
      var type = getClass();
      var group = type.getAnnotation(Group.class).value();
      var version = type.getAnnotation(Version.class).value();
      setApiVersion(group.isEmpty() ? version : group + "/" + version);
      setKind(type.getAnnotation(Kind.class).value());
    }

    /** Drops the managed fields: they take half of a primary's memory, and nothing reads them. */
    @Override
    public void setMetadata(ObjectMeta metadata) {
      metadata.setManagedFields(null);
      super.setMetadata(metadata);
    }

    /**
     * A primary that is being deleted gets no new finalizer. The finalizer of a Go operator alone
     * then counts as ours, so that the cleanup runs.
     */
    @Override
    public boolean hasFinalizer(String finalizer) {
      return super.hasFinalizer(finalizer)
          || (finalizer.equals(Finalizers.OURS)
              && isMarkedForDeletion()
              && Finalizers.hasPredecessors(this));
    }

    /**
     * Also removes the finalizers of Go operators after the cleanup: no other client would remove
     * them.
     */
    @Override
    public boolean removeFinalizer(String finalizer) {
      boolean predecessors =
          finalizer.equals(Finalizers.OURS) && Finalizers.removePredecessors(this);
      return super.removeFinalizer(finalizer) || predecessors;
    }
  }

  /** Generates the class of a kind. */
  public static Class<? extends OfKind> of(ResourceDefinitionContext api) {
    var builder =
        new ByteBuddy()
            .subclass(OfKind.class)
            .name("dev.catamaran.cluster.kinds." + api.getKind())
            .annotateType(annotation(Group.class, api.getGroup()))
            .annotateType(annotation(Version.class, api.getVersion()))
            .annotateType(annotation(Kind.class, api.getKind()))
            .annotateType(annotation(Plural.class, api.getPlural()));
    var scoped = api.isNamespaceScoped() ? builder.implement(Namespaced.class) : builder;
    try (var unloaded = scoped.make()) {
      return unloaded
          .load(KindClasses.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
          .getLoaded();
    }
  }

  private static AnnotationDescription annotation(
      Class<? extends java.lang.annotation.Annotation> type, String value) {
    return AnnotationDescription.Builder.ofType(type).define("value", value).build();
  }
}
