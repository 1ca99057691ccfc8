package dev.catamaran.manifest;

/** How a patch treats live items of a list with a merge key that the manifest does not list. */
public enum UnlistedItems {
  /** They stay, as with Helm: the API server or a webhook may have added them. */
  STAY,
  /**
   * They are removed from a list that lacks an item of the manifest: a live item with another key
   * may occupy the place of the lacking one, such as the port of a Service with another number.
   */
  MAKE_ROOM
}
