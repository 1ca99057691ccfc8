package dev.catamaran.chart;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The JDK's SHA-256 without its checked exception, because every JDK must have SHA-256. */
public final class Sha256 {

  private Sha256() {}

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }

  /** Returns the digest of {@code content}, in hexadecimal digits. */
  public static String hex(byte[] content) {
    return HexFormat.of().formatHex(digest().digest(content));
  }
}
