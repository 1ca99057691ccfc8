package dev.catamaran.release;

/** Which objects go with a failed release. What holds data, or is to be kept, never does. */
public enum Extent {
  /** The objects that the failed attempt made. What existed before stays. */
  ATTEMPT,
  /**
   * The same for an attempt over a lost release. The API server's times have no fractions: an
   * object from the second in which the attempt began may be one of the lost release, and stays.
   */
  ATTEMPT_OVER_LOST_RELEASE,
  /** All objects of the release: {@code remediation.upgrade: uninstall}. */
  RELEASE
}
