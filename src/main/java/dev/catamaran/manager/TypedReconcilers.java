package dev.catamaran.manager;

import dev.catamaran.watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.Utils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;

/** Makes typed reconcilers from the class names of watches.yaml. */
final class TypedReconcilers {
  private TypedReconcilers() {}

  /**
   * Makes the reconciler of a watch by its constructor without parameters.
   *
   * @throws ManagerException if that cannot be done, or the class reconciles another kind
   */
  static Reconciler<? extends HasMetadata> of(Watch watch, JavaReconcilers source) {
    if (source.classNames().size() > 1) {
      throw problem(
          watch, "several reconcilers for one kind are planned but not part of this release");
    }
    var name = source.classNames().getFirst();
    var reconciler = instance(watch, name);
    checkKind(watch, reconciler);
    return reconciler;
  }

  @SuppressWarnings("unchecked") // Reconciler's bound is HasMetadata.
  private static Reconciler<? extends HasMetadata> instance(Watch watch, String name) {
    try {
      var type = Class.forName(name);
      if (!Reconciler.class.isAssignableFrom(type)) {
        throw problem(watch, name + " does not implement " + Reconciler.class.getName());
      }
      return (Reconciler<? extends HasMetadata>) type.getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw problem(watch, name + " is not on the class path");
    } catch (NoSuchMethodException e) {
      throw problem(watch, name + " has no constructor without parameters");
    } catch (ReflectiveOperationException e) {
      throw problem(watch, name + " cannot be made: " + e);
    }
  }

  private static void checkKind(Watch watch, Reconciler<?> reconciler) {
    Class<?> primary =
        Utils.getFirstTypeArgumentFromSuperClassOrInterface(
            reconciler.getClass(), Reconciler.class);
    var resource = primary.asSubclass(HasMetadata.class);
    boolean same =
        HasMetadata.getApiVersion(resource).equals(watch.gvk().apiVersion())
            && HasMetadata.getKind(resource).equals(watch.gvk().kind());
    if (!same) {
      throw problem(
          watch,
          "%s reconciles %s %s"
              .formatted(
                  reconciler.getClass().getName(),
                  HasMetadata.getApiVersion(resource),
                  HasMetadata.getKind(resource)));
    }
  }

  private static ManagerException problem(Watch watch, String problem) {
    return new ManagerException(
        "watches.yaml:%d %s: %s".formatted(watch.line(), watch.gvk(), problem));
  }
}
