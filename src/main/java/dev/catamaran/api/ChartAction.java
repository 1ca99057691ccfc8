package dev.catamaran.api;

/** What makes a revision of a release. */
public enum ChartAction {
  /** The first one. */
  INSTALL,
  /** A further one. */
  UPGRADE,
  /** One with the objects of an earlier one: after a failure, or because a person asked. */
  ROLLBACK
}
