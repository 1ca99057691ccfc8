package dev.catamaran.testkit;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.javaoperatorsdk.operator.api.config.Utils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;

/**
 * Kind of a reconciler's primary, from its class.
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

  /** Returns the name of the CRD's file in kubebuilder's layout. */
  String fileOfProject() {
    return "%s_%s.yaml".formatted(HasMetadata.getGroup(type), HasMetadata.getPlural(type));
  }

  /** Returns the name of the resource in which fabric8's generator writes the CRD. */
  String resourceOfGenerator() {
    return "META-INF/fabric8/%s-v1.yml".formatted(HasMetadata.getFullResourceName(type));
  }
}
