package dev.catamaran.reconcile;

import dev.catamaran.release.NameRule;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

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
            + hash(name).substring(0, HASH_DIGITS);
  }

  private static String hash(String name) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(name.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
