package dev.catamaran.manager;

import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.watch.Source.GivenReconciler;
import dev.catamaran.watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watch;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.Utils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;

/** Makes or checks the typed reconciler of a watch. */
final class TypedReconcilers {
  private TypedReconcilers() {}

  /**
   * Makes the reconciler of a watch.
   *
   * @throws ManagerException if that cannot be done, or the class reconciles another kind
   */
  static Reconciler<? extends HasMetadata> of(
      Watch watch, JavaReconcilers source, OperatorRuntime runtime) {
    if (source.classNames().size() > 1) {
      throw NamedClass.problem(
          watch, "several reconcilers for one kind are planned but not part of this release");
    }
    var named = new NamedClass(watch, source.classNames().getFirst());
    return checked(watch, named.instance(Reconciler.class, runtime));
  }

  /**
   * The reconciler that a program made.
   *
   * @throws ManagerException if it reconciles another kind
   */
  static Reconciler<? extends HasMetadata> of(Watch watch, GivenReconciler source) {
    return checked(watch, source.reconciler());
  }

  @SuppressWarnings("unchecked") // Reconciler's bound is HasMetadata.
  private static Reconciler<? extends HasMetadata> checked(Watch watch, Reconciler<?> reconciler) {
    checkKind(watch, reconciler);
    return (Reconciler<? extends HasMetadata>) reconciler;
  }

  private static void checkKind(Watch watch, Reconciler<?> reconciler) {
    var resource = primary(watch, reconciler);
    boolean same =
        HasMetadata.getApiVersion(resource).equals(watch.gvk().apiVersion())
            && HasMetadata.getKind(resource).equals(watch.gvk().kind());
    if (!same) {
      throw NamedClass.problem(
          watch,
          "%s reconciles %s %s"
              .formatted(
                  reconciler.getClass().getName(),
                  HasMetadata.getApiVersion(resource),
                  HasMetadata.getKind(resource)));
    }
  }

  private static Class<? extends HasMetadata> primary(Watch watch, Reconciler<?> reconciler) {
    try {
      return Utils.getFirstTypeArgumentFromSuperClassOrInterface(
              reconciler.getClass(), Reconciler.class)
          .asSubclass(HasMetadata.class);
    } catch (RuntimeException e) {
      throw NamedClass.problem(
          watch,
          reconciler.getClass().getName()
              + " does not say what it reconciles; make it a class that implements"
              + " Reconciler<YourType>");
    }
  }
}
