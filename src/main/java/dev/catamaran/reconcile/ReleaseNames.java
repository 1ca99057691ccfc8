package dev.catamaran.reconcile;

import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names the release of a primary: like the primary, in its namespace. */
final class ReleaseNames {
  /** Helm's bound (pkg/action/install.go, releaseNameMaxLen). */
  private static final int LONGEST = 53;

  private static final int KEPT = 40;
  private static final int HASH_DIGITS = 12;

  private ReleaseNames() {}

  static ReleaseKey of(PrimaryIdentity primary) {
    return new ReleaseKey(primary.namespace(), shortened(primary.name()));
  }

  /**
   * A name that is too long keeps its beginning; a hash of all of it keeps two such names apart.
   * Helm takes no dash behind a dot.
   */
  private static String shortened(String name) {
    return name.length() <= LONGEST
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
