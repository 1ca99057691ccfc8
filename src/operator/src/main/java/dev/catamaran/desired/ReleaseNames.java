package dev.catamaran.desired;

import dev.catamaran.release.NameRule;
import org.apache.commons.codec.digest.DigestUtils;

/** Makes release names short enough for Helm. */
final class ReleaseNames {

  private static final int KEPT = 40;
  private static final int HASH_DIGITS = 12;

  private ReleaseNames() {}

  /**
   * Shortens a name that is too long to its beginning and a hash of the whole name, which keeps
   * long names distinct. Helm accepts no dash after a dot.
   */
  static String shortened(String name) {
    return name.length() <= NameRule.RELEASE.longest()
        ? name
        : name.substring(0, KEPT).replaceAll("[.-]+$", "")
            + "-"
            + DigestUtils.sha256Hex(name).substring(0, HASH_DIGITS);
  }
}
