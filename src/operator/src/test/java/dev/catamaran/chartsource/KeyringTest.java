package dev.catamaran.chartsource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.chart.ChartUnavailableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRing;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketVector;
import org.bouncycastle.openpgp.operator.PGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Provenance files with the signature of a subkey; both keys are older than a day. */
class KeyringTest {
  private static final Duration FOR_EVER = Duration.ZERO;
  private static final Duration ONE_DAY = Duration.ofDays(1);
  private static final Date CREATED = Date.from(Instant.parse("2026-01-01T00:00:00Z"));
  private static final PGPKeyPair PRIMARY = pair();
  private static final PGPKeyPair SUBKEY = pair();
  private static final String DIGEST = "0".repeat(64);
  private static final String TEXT =
      """
      name: boat
      version: 1.0.0

      ...
      files:
        boat-1.0.0.tgz: sha256:%s
      """
          .formatted(DIGEST);

  private final Path folder;

  KeyringTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void acceptsASubkey() throws Exception {
    var ring = ring(FOR_EVER, Duration.ofDays(20_000));
    assertDoesNotThrow(() -> verify(ring));
  }

  @Test
  void refusesASubkeyOfARevokedKey() throws Exception {
    var ring = ring(FOR_EVER, FOR_EVER);
    var revoker = generator(PGPSignature.KEY_REVOCATION, PRIMARY);
    assertRefused(
        with(ring, ring.getPublicKey(), revoker.generateCertification(PRIMARY.getPublicKey())));
  }

  @Test
  void refusesASubkeyOfAnExpiredKey() throws Exception {
    assertRefused(ring(ONE_DAY, FOR_EVER));
  }

  @Test
  void refusesARevokedSubkey() throws Exception {
    var ring = ring(FOR_EVER, FOR_EVER);
    var revoker = generator(PGPSignature.SUBKEY_REVOCATION, PRIMARY);
    assertRefused(
        with(
            ring,
            ring.getPublicKey(SUBKEY.getKeyID()),
            revoker.generateCertification(PRIMARY.getPublicKey(), SUBKEY.getPublicKey())));
  }

  @Test
  void refusesAnExpiredSubkey() throws Exception {
    assertRefused(ring(FOR_EVER, ONE_DAY));
  }

  @Test
  void refusesAnOldPackageThatIsServedAsANewVersion() throws Exception {
    var ring = ring(FOR_EVER, FOR_EVER);
    assertEquals(
        "its provenance file is signed for boat 1.0.0, and not for boat 2.0.0; it is not used",
        problem(ring, pulled("boat", Optional.of("2.0.0"))));
    assertEquals(
        "its provenance file is signed for boat 1.0.0, and not for boat 1.0.0+b2; it is not used",
        problem(ring, pulled("boat", Optional.of("1.0.0+b2"))));
  }

  @Test
  void refusesAPackageOfAnotherChartWhoseNameBeginsAlike() throws Exception {
    var text = TEXT.replace("name: boat", "name: boat-house").replace("boat-1", "boat-house-1");
    var signed = pulled("boat", Optional.of("1.0.0"), provenance(text));
    assertEquals(
        "its provenance file is signed for boat-house 1.0.0, and not for boat 1.0.0; it is not used",
        problem(ring(FOR_EVER, FOR_EVER), signed));
  }

  @Test
  void acceptsALeadingVAndAChartThatTheWatchNamesByItsDigest() throws Exception {
    var ring = ring(FOR_EVER, FOR_EVER);
    assertDoesNotThrow(() -> verify(ring, pulled("boat", Optional.of("v1.0.0"))));
    assertDoesNotThrow(() -> verify(ring, pulled("boat", Optional.empty())));
  }

  private void assertRefused(PGPPublicKeyRing ring) throws Exception {
    assertEquals(
        "no good signature of a key of the keyring is on its provenance file; it is not used",
        problem(ring, pulled("boat", Optional.of("1.0.0"))));
  }

  private String problem(PGPPublicKeyRing ring, Pulled pulled) {
    return assertThrows(ChartUnavailableException.class, () -> verify(ring, pulled)).problem();
  }

  private void verify(PGPPublicKeyRing ring) throws Exception {
    verify(ring, pulled("boat", Optional.of("1.0.0")));
  }

  private void verify(PGPPublicKeyRing ring, Pulled pulled) throws Exception {
    var file = Files.write(folder.resolve("keyring.gpg"), ring.getEncoded());
    Keyring.read(file).verify(pulled);
  }

  private static Pulled pulled(String name, Optional<String> version) throws Exception {
    return pulled(name, version, provenance(TEXT));
  }

  private static Pulled pulled(String name, Optional<String> version, String provenance) {
    return new Pulled(name, version, Path.of("boat.tgz"), DIGEST, Optional.of(provenance));
  }

  /** Clear-signs the text, as {@code helm package --sign} does with a primary key. */
  private static String provenance(String text) throws IOException, PGPException {
    var signer = generator(PGPSignature.CANONICAL_TEXT_DOCUMENT, SUBKEY);
    signer.update(text.stripTrailing().replace("\n", "\r\n").getBytes(UTF_8));
    var signed = new ByteArrayOutputStream();
    try (var armored = new ArmoredOutputStream(signed)) {
      armored.beginClearText(HashAlgorithmTags.SHA256);
      armored.write(text.getBytes(UTF_8));
      armored.endClearText();
      signer.generate().encode(armored);
    }
    return signed.toString(UTF_8);
  }

  private static PGPPublicKeyRing ring(Duration life, Duration lifeOfSubkey) throws PGPException {
    var ring =
        new PGPKeyRingGenerator(
            PGPSignature.POSITIVE_CERTIFICATION,
            PRIMARY,
            "signer <signer@example.com>",
            new BcPGPDigestCalculatorProvider().get(HashAlgorithmTags.SHA1),
            expiry(life),
            null,
            signer(PRIMARY),
            null);
    ring.addSubKey(SUBKEY, expiry(lifeOfSubkey), null);
    return ring.generatePublicKeyRing();
  }

  private static PGPSignatureSubpacketVector expiry(Duration life) {
    var packets = new PGPSignatureSubpacketGenerator();
    packets.setKeyExpirationTime(/* isCritical= */ false, life.toSeconds());
    return packets.generate();
  }

  private static PGPPublicKeyRing with(
      PGPPublicKeyRing ring, PGPPublicKey key, PGPSignature revocation) {
    return PGPPublicKeyRing.insertPublicKey(ring, PGPPublicKey.addCertification(key, revocation));
  }

  private static PGPSignatureGenerator generator(int type, PGPKeyPair key) throws PGPException {
    var generator = new PGPSignatureGenerator(signer(key), key.getPublicKey());
    generator.init(type, key.getPrivateKey());
    return generator;
  }

  private static PGPContentSignerBuilder signer(PGPKeyPair key) {
    return new BcPGPContentSignerBuilder(
        key.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA256);
  }

  /** Short, because long keys need seconds. */
  private static PGPKeyPair pair() {
    var rsa = new RSAKeyPairGenerator();
    rsa.init(
        new RSAKeyGenerationParameters(BigInteger.valueOf(0x10001), new SecureRandom(), 1024, 12));
    try {
      return new BcPGPKeyPair(
          4, PublicKeyAlgorithmTags.RSA_GENERAL, rsa.generateKeyPair(), CREATED);
    } catch (PGPException e) {
      throw new IllegalStateException(e);
    }
  }
}
