package dev.catamaran.release;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.release.Revision.Seal;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;

/** Signs as the engine does. */
public final class Seals {
  private Seals() {}

  /** Returns the seal of {@code content}. */
  public static Seal by(AttemptKey key, String content) {
    try {
      var seed =
          new EdECPrivateKeySpec(
              NamedParameterSpec.ED25519, Base64.getDecoder().decode(key.seed()));
      var signing = Signature.getInstance("Ed25519");
      signing.initSign(KeyFactory.getInstance("Ed25519").generatePrivate(seed));
      signing.update(content.getBytes(UTF_8));
      return new Seal(content, Base64.getEncoder().encodeToString(signing.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
