package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * Converts between the reconciled version, the hub, and one other version, a spoke. The hub is the
 * version of the watch. A kind has one converter for each other version that its definition serves.
 * A conversion between two spokes goes through the hub.
 *
 * <p>A conversion to the other version and back must give the original. Use an annotation to keep
 * what the other version has no field for.
 *
 * <p>Only an object's labels and annotations may change; the rest of its metadata never changes. A
 * result without a name in its metadata gets the labels and annotations of the original in addition
 * to its own. A result with the original's metadata keeps the labels and annotations that it has.
 *
 * @param <H> the class of the reconciled version, or {@code GenericKubernetesResource}
 * @param <S> the class of the other version, or {@code GenericKubernetesResource}
 */
public non-sealed interface Converter<H extends HasMetadata, S extends HasMetadata>
    extends Webhook {

  /**
   * Converts an object to the reconciled version.
   *
   * @param spoke a copy; the result may contain its parts
   * @throws IllegalArgumentException if the object has no equivalent there; the user gets the
   *     message
   */
  H toHub(S spoke);

  /**
   * Converts an object to the other version.
   *
   * @param hub a copy; the result may contain its parts
   * @throws IllegalArgumentException if the object has no equivalent there; the user gets the
   *     message
   */
  S fromHub(H hub);

  /**
   * Returns the other version, such as {@code v1alpha1}. The default is the value of the annotation
   * {@link Version} of {@code S}. Override it if {@code S} is {@code GenericKubernetesResource}.
   *
   * @param spoke the class {@code S}
   */
  default String spokeVersion(Class<?> spoke) {
    var version = spoke.getAnnotation(Version.class);
    return version == null ? "" : version.value();
  }
}
