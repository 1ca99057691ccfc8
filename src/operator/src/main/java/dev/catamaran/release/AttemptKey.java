package dev.catamaran.release;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * The key that signs the revisions of this process. The status names its public half before a Helm
 * call, and the signature is in the first write of the revision. So after a crash the next process
 * knows what this one stored; a client that reads both can sign nothing. The private half never
 * leaves the memory of the operator and of the engine. Ed25519, RFC 8032.
 */
public final class AttemptKey {
  private static final String ALGORITHM = "Ed25519";

  private final KeyPair pair;

  private AttemptKey(KeyPair pair) {
    this.pair = pair;
  }

  private static final class Holder {
    private static final AttemptKey KEY = generate();
  }

  public static AttemptKey ofThisProcess() {
    return Holder.KEY;
  }

  /** Makes another key. */
  static AttemptKey generate() {
    try {
      return new AttemptKey(KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns an attempt with this key. */
  public String signed(String attempt) {
    return Trusted.signedBy(publicHalf(), attempt);
  }

  /** Returns the private half: 32 bytes, in Base64. */
  public String seed() {
    var key = (EdECPrivateKey) pair.getPrivate();
    return Base64.getEncoder().encodeToString(key.getBytes().orElseThrow());
  }

  /** Returns the public half, in Base64. */
  public String publicHalf() {
    return Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
  }

  /**
   * Whether the owner of a key signed a text. A key or a signature that cannot be read has signed
   * nothing.
   *
   * @param publicHalf the public half of the key
   * @param signature in Base64
   */
  public static boolean hasSigned(String publicHalf, String text, String signature) {
    var base64 = Base64.getDecoder();
    try {
      var key = new X509EncodedKeySpec(base64.decode(publicHalf));
      var check = Signature.getInstance(ALGORITHM);
      check.initVerify(KeyFactory.getInstance(ALGORITHM).generatePublic(key));
      check.update(text.getBytes(UTF_8));
      return check.verify(base64.decode(signature));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }
}
