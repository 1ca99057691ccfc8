package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * Converts between the version that is reconciled, the hub, and one other, a spoke. The hub is the
 * version of the watch; a kind has one converter for each other version that its definition serves,
 * and two spokes are converted by way of the hub.
 *
 * <p>What is converted one way and back must be as before: keep what the other version has no field
 * for in an annotation.
 *
 * <p>Apart from its labels and annotations, an object's metadata never changes. A result that has
 * no name in its metadata gets those of the original, and what it has itself beside them; one that
 * was given the original's metadata keeps the labels and annotations that it has.
 *
 * @param <H> the class of the version that is reconciled, or {@code GenericKubernetesResource}
 * @param <S> the class of the other version, or {@code GenericKubernetesResource}
 */
public non-sealed interface Converter<H extends HasMetadata, S extends HasMetadata>
    extends Webhook {

  /**
   * The object in the version that is reconciled.
   *
   * @param spoke a copy; its parts may be used in the result
   * @throws IllegalArgumentException if it means nothing there; the message is told to the person
   */
  H toHub(S spoke);

  /**
   * The object in the other version.
   *
   * @param hub a copy; its parts may be used in the result
   * @throws IllegalArgumentException if it means nothing there; the message is told to the person
   */
  S fromHub(H hub);

  /**
   * The other version, such as {@code v1alpha1}. By default what the annotation {@link Version} of
   * {@code S} says; to be overridden where that is {@code GenericKubernetesResource}.
   *
   * @param spoke the class {@code S}
   */
  default String spokeVersion(Class<?> spoke) {
    var version = spoke.getAnnotation(Version.class);
    return version == null ? "" : version.value();
  }
}
