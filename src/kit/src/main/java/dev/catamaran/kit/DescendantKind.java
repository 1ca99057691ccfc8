package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;

/**
 * A kind of descendants.
 *
 * @param type Java class of its objects
 * @param apiVersion group and version
 * @param kind its name
 * @param isNamespaced whether its objects are in namespaces
 */
record DescendantKind(
    Class<? extends HasMetadata> type, String apiVersion, String kind, boolean isNamespaced) {

  static DescendantKind of(Class<? extends HasMetadata> type) {
    return new DescendantKind(
        type,
        HasMetadata.getApiVersion(type),
        HasMetadata.getKind(type),
        Namespaced.class.isAssignableFrom(type));
  }

  static DescendantKind generic(String apiVersion, String kind, boolean isNamespaced) {
    return new DescendantKind(GenericKubernetesResource.class, apiVersion, kind, isNamespaced);
  }

  /** Whether only its name is known and the cluster may not serve it. */
  boolean isGeneric() {
    return type == GenericKubernetesResource.class;
  }

  boolean describes(HasMetadata object) {
    return type.isInstance(object)
        && apiVersion.equals(object.getApiVersion())
        && kind.equals(object.getKind());
  }

  @Override
  public String toString() {
    return kind + " (" + apiVersion + ")";
  }
}
