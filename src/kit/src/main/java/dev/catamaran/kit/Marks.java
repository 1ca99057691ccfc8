package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The marks of ownership on a descendant: a label for the informers, and a controller reference for
 * the garbage collector. Where no reference is allowed, annotations take its place. operator-lib
 * uses the same ones. Pure.
 */
record Marks(String manager, HasMetadata primary) {
  static final String MANAGED_BY = "app.kubernetes.io/managed-by";

  /** {@code namespace/name} of the primary (operator-lib, handler package). */
  static final String PRIMARY = "operator-sdk/primary-resource";

  /** {@code Kind.group} of the primary. */
  static final String PRIMARY_TYPE = "operator-sdk/primary-resource-type";

  static String typeOf(HasMetadata primary) {
    return primary.getKind() + "." + groupOf(primary.getApiVersion());
  }

  static String groupOf(String apiVersion) {
    return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
  }

  /** Writes the marks on an object before it is applied. */
  void putOn(HasMetadata object) {
    var metadata = object.getMetadata();
    metadata.setLabels(with(metadata.getLabels(), MANAGED_BY, manager));
    if (allowReference(metadata)) {
      if (controller(metadata).isEmpty()) {
        metadata.getOwnerReferences().add(reference());
      }
    } else {
      var annotations = with(metadata.getAnnotations(), PRIMARY, primaryKey());
      metadata.setAnnotations(with(annotations, PRIMARY_TYPE, typeOf(primary)));
    }
  }

  /** Whether an existing object belongs to this very primary. */
  boolean areOn(HasMetadata object) {
    var metadata = object.getMetadata();
    if (allowReference(metadata)) {
      return controller(metadata)
          .filter(owner -> owner.getUid().equals(primary.getMetadata().getUid()))
          .isPresent();
    }
    return manager.equals(value(metadata.getLabels(), MANAGED_BY))
        && primaryKey().equals(value(metadata.getAnnotations(), PRIMARY))
        && typeOf(primary).equals(value(metadata.getAnnotations(), PRIMARY_TYPE));
  }

  static Optional<OwnerReference> controller(ObjectMeta metadata) {
    return metadata.getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .findFirst();
  }

  /** An owner must be in the namespace of its descendant, or in none (garbage collection). */
  private boolean allowReference(ObjectMeta descendant) {
    var namespace = primary.getMetadata().getNamespace();
    return namespace == null || Objects.equals(namespace, descendant.getNamespace());
  }

  private OwnerReference reference() {
    return new OwnerReferenceBuilder()
        .withApiVersion(primary.getApiVersion())
        .withKind(primary.getKind())
        .withName(primary.getMetadata().getName())
        .withUid(primary.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .build();
  }

  private String primaryKey() {
    return primary.getMetadata().getNamespace() + "/" + primary.getMetadata().getName();
  }

  private static Map<String, String> with(
      @Nullable Map<String, String> some, String key, String value) {
    var all = new LinkedHashMap<String, String>(some == null ? Map.of() : some);
    all.put(key, value);
    return all;
  }

  private static @Nullable String value(@Nullable Map<String, String> some, String key) {
    return some == null ? null : some.get(key);
  }
}
