package dev.catamaran.cluster;

/** How an operation on a release waits for its hooks. */
public enum HookWait {
  /** It does not, or that is not known. */
  NONE,
  /** For Jobs or Pods of which nothing runs or has succeeded. */
  IDLE,
  /** For Jobs or Pods that run. */
  RUNNING
}
