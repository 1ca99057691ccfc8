package dev.catamaran.controller;

import dev.catamaran.api.ManagerException;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.GivenReconcilers;
import dev.catamaran.watch.Watch.Source.JavaReconcilers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.Utils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.List;

/** Makes the typed reconcilers of a watch. */
public final class TypedReconcilers {
  private TypedReconcilers() {}

  /**
   * Makes the named reconcilers, in order.
   *
   * @throws ManagerException if that fails, or a class reconciles another kind
   */
  static List<Reconciler<HasMetadata>> of(
      Watch watch, JavaReconcilers source, OperatorRuntime runtime) {
    return source.classNames().stream()
        .map(name -> new NamedClass(watch, name).instance(Reconciler.class, runtime))
        .map(made -> checked(watch, made))
        .toList();
  }

  /**
   * Makes the reconcilers of a program, in order.
   *
   * @throws ManagerException if one reconciles another kind
   */
  static List<Reconciler<HasMetadata>> of(
      Watch watch, GivenReconcilers source, OperatorRuntime runtime) {
    return source.makers().stream().map(maker -> checked(watch, maker.make(runtime))).toList();
  }

  @SuppressWarnings("unchecked") // All of them reconcile the same kind.
  private static Reconciler<HasMetadata> checked(Watch watch, Reconciler<?> reconciler) {
    checkKind(watch, reconciler);
    return (Reconciler<HasMetadata>) reconciler;
  }

  private static void checkKind(Watch watch, Reconciler<?> reconciler) {
    var resource = primary(watch, reconciler.getClass());
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

  /**
   * Returns the class of a reconciler's primaries.
   *
   * @throws ManagerException if the reconciler does not declare it
   */
  public static Class<? extends HasMetadata> primary(Watch watch, Class<?> reconciler) {
    try {
      return Utils.getFirstTypeArgumentFromSuperClassOrInterface(reconciler, Reconciler.class)
          .asSubclass(HasMetadata.class);
    } catch (RuntimeException e) {
      throw NamedClass.problem(
          watch,
          reconciler.getName()
              + " does not say what it reconciles; make it a class that implements"
              + " Reconciler<YourType>");
    }
  }
}
