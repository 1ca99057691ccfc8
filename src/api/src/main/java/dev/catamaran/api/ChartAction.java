package dev.catamaran.api;

/** Action that creates a revision of a release. */
public enum ChartAction {
  /** Creates the first revision. */
  INSTALL,
  /** Creates a further revision. */
  UPGRADE,
  /**
   * Creates a revision with the objects of an earlier one: after a failure, or on a user's request.
   */
  ROLLBACK
}
