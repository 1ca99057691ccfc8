package dev.catamaran.manifest;

/** How a patch treats live content that the manifest does not list. */
public enum Unlisted {
  /** It stays, as with Helm: the API server or a webhook may have added it. */
  STAY,
  /**
   * It is removed where it may exclude the content of the manifest: from a list that lacks an item,
   * such as the port of a Service with another number, and from an object that has one of several
   * fields, such as the source of a volume.
   */
  REMOVE_EXCLUSIVE
}
