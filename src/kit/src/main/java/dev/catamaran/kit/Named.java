package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Names objects for people. */
final class Named {
  private Named() {}

  /** Such as {@code Deployment default/web}. */
  static String of(HasMetadata object) {
    var metadata = object.getMetadata();
    var place = metadata.getNamespace() == null ? "" : metadata.getNamespace() + "/";
    return object.getKind() + " " + place + metadata.getName();
  }
}
