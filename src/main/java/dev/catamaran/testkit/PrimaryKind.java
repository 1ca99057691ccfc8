package dev.catamaran.testkit;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.manager.ManagerException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.javaoperatorsdk.operator.api.config.Utils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;

/**
 * The kind that a reconciler is for, as its class says.
 *
 * @param type the primary's class
 */
record PrimaryKind(Class<? extends HasMetadata> type) {

  static PrimaryKind of(Reconciler<?> reconciler) {
    try {
      return new PrimaryKind(
          Utils.getFirstTypeArgumentFromSuperClassOrInterface(
                  reconciler.getClass(), Reconciler.class)
              .asSubclass(HasMetadata.class));
    } catch (RuntimeException e) {
      throw new ManagerException(
          reconciler.getClass().getName()
              + " does not say what it reconciles; make it a class that implements"
              + " Reconciler<YourType>");
    }
  }

  GroupVersionKind api() {
    return GroupVersionKind.parse(HasMetadata.getApiVersion(type), HasMetadata.getKind(type));
  }

  boolean namespaced() {
    return Namespaced.class.isAssignableFrom(type);
  }

  /** How the file is called that kubebuilder's layout keeps the CRD in. */
  String fileOfProject() {
    return "%s_%s.yaml".formatted(HasMetadata.getGroup(type), HasMetadata.getPlural(type));
  }

  /** How the resource is called that fabric8's generator writes the CRD to. */
  String resourceOfGenerator() {
    return "META-INF/fabric8/%s-v1.yml".formatted(HasMetadata.getFullResourceName(type));
  }
}
