package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.util.Optional;
import java.util.stream.Stream;

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

  /**
   * Returns the namespace of an object of this kind, by default that of its primary.
   *
   * @return empty for a cluster-scoped kind
   * @throws IllegalArgumentException if neither the object nor its primary has a namespace,
   *     although the kind needs one
   */
  Optional<String> namespaceOf(HasMetadata object, HasMetadata primary) {
    if (!isNamespaced) {
      return Optional.empty();
    }
    return Stream.of(object, primary)
        .map(each -> each.getMetadata().getNamespace())
        .filter(namespace -> namespace != null && !namespace.isEmpty())
        .findFirst()
        .or(
            () -> {
              throw new IllegalArgumentException(
                  "%s needs a namespace, since its %s has none"
                      .formatted(Named.of(object), primary.getKind()));
            });
  }

  @Override
  public String toString() {
    return kind + " (" + apiVersion + ")";
  }
}
