package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the primaries of a descendant by its {@link Marks}.
 *
 * @param group group of the primaries' kind
 * @param kind the primaries' kind
 * @param isNamespaced whether primaries are in namespaces
 */
record PrimaryMapper(String group, String kind, boolean isNamespaced)
    implements SecondaryToPrimaryMapper<HasMetadata> {

  static PrimaryMapper to(Class<? extends HasMetadata> primaries) {
    return new PrimaryMapper(
        HasMetadata.getGroup(primaries),
        HasMetadata.getKind(primaries),
        Namespaced.class.isAssignableFrom(primaries));
  }

  @Override
  public Set<ResourceID> toPrimaryResourceIDs(HasMetadata descendant) {
    return Stream.concat(byReference(descendant), byAnnotation(descendant).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private Stream<ResourceID> byReference(HasMetadata descendant) {
    var namespace = isNamespaced ? descendant.getMetadata().getNamespace() : null;
    return descendant.getMetadata().getOwnerReferences().stream()
        .filter(this::isOfOurKind)
        .map(owner -> new ResourceID(owner.getName(), namespace));
  }

  private boolean isOfOurKind(OwnerReference owner) {
    return kind.equals(owner.getKind()) && group.equals(Marks.groupOf(owner.getApiVersion()));
  }

  private Optional<ResourceID> byAnnotation(HasMetadata descendant) {
    return Optional.ofNullable(descendant.getMetadata().getAnnotations())
        .filter(all -> (kind + "." + group).equals(all.get(Marks.PRIMARY_TYPE)))
        .map(all -> all.get(Marks.PRIMARY))
        .map(key -> key.split("/", 2))
        .filter(key -> key.length == 2)
        .map(key -> new ResourceID(key[1], key[0]));
  }
}
