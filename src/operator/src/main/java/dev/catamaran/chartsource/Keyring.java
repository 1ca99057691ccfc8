package dev.catamaran.chartsource;

import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.VersionRange;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bouncycastle.bcpg.ArmoredInputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPPublicKeyRing;
import org.bouncycastle.openpgp.PGPPublicKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureList;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.bc.BcPGPObjectFactory;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentVerifierBuilderProvider;

/**
 * Public keys for provenance files. One of them must have signed a chart's provenance file. Its
 * format is that of Helm's pkg/provenance: a clear-signed text with Chart.yaml, then the digests of
 * files.
 *
 * @param keys the keys
 * @param digest digest of the keyring file
 */
record Keyring(PGPPublicKeyRingCollection keys, String digest) {

  /** Reads {@code gpg --export}, with or without {@code --armor}. */
  static Keyring read(Path file) throws ChartUnavailableException {
    try {
      var content = Files.readAllBytes(file);
      var decoded = PGPUtil.getDecoderStream(new ByteArrayInputStream(content));
      return new Keyring(
          new PGPPublicKeyRingCollection(decoded, new BcKeyFingerprintCalculator()),
          PackageCache.sha256(content));
    } catch (IOException | PGPException | RuntimeException e) {
      throw new ChartUnavailableException(
          "keyring " + file + " cannot be read; write it with gpg --export");
    }
  }

  /**
   * Verifies that one of the keys signed exactly this package, for this version of the chart.
   * Otherwise a repository could serve an old signed package as a new version.
   *
   * @throws ChartUnavailableException if none did
   */
  void verify(Pulled pulled) throws ChartUnavailableException {
    var provenance = pulled.provenance();
    if (provenance.isEmpty()) {
      throw refusal("it has no provenance file; make one with helm package --sign");
    }
    var signed = Provenance.read(signedText(provenance.get()));
    var digests = signed.digests();
    if (digests.entrySet().stream().noneMatch(file -> isOf(pulled, file))) {
      throw refusal(
          "its provenance file is signed for %s, and not for what came, sha256:%s"
              .formatted(
                  digests.entrySet().stream()
                      .map(file -> file.getKey() + " " + file.getValue())
                      .collect(Collectors.joining(", ")),
                  pulled.digest()));
    }
    if (!isNamed(pulled, signed)) {
      throw refusal(
          "its provenance file is signed for %s %s, and not for %s %s"
              .formatted(
                  signed.name(), signed.version(), pulled.name(), pulled.version().orElse("")));
    }
  }

  private static boolean isNamed(Pulled pulled, Provenance signed) {
    return signed.name().equals(pulled.name())
        && pulled
            .version()
            .filter(version -> !VersionRange.isSameVersion(version, signed.version()))
            .isEmpty();
  }

  private static boolean isOf(Pulled pulled, Map.Entry<String, String> file) {
    return file.getKey().startsWith(pulled.name() + "-")
        && file.getValue().equals("sha256:" + pulled.digest());
  }

  /** Returns the text with a valid signature. */
  private String signedText(String provenance) throws ChartUnavailableException {
    try (var armored =
        new ArmoredInputStream(
            new ByteArrayInputStream(provenance.getBytes(StandardCharsets.UTF_8)))) {
      if (!armored.isClearText()) {
        throw refusal("its provenance file is not a signed text");
      }
      var text = clearText(armored);
      verify(text, armored);
      return text;
    } catch (IOException | PGPException | RuntimeException e) {
      throw refusal("its provenance file cannot be read");
    }
  }

  private static String clearText(ArmoredInputStream armored) throws IOException {
    var text = new ByteArrayOutputStream();
    for (int next = armored.read(); next >= 0 && armored.isClearText(); next = armored.read()) {
      text.write(next);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private void verify(String text, InputStream armored)
      throws IOException, PGPException, ChartUnavailableException {
    if (!(new BcPGPObjectFactory(armored).nextObject() instanceof PGPSignatureList signatures)) {
      throw refusal("its provenance file has no signature");
    }
    for (var signature : signatures) {
      var ring = Optional.ofNullable(keys.getPublicKeyRing(signature.getKeyID()));
      if (ring.isPresent() && isGood(signature, ring.get(), text)) {
        return;
      }
    }
    throw refusal("no good signature of a key of the keyring is on its provenance file");
  }

  /** Whoever revokes a key with subkeys, or lets it expire, does so at the primary key only. */
  private static boolean isGood(PGPSignature signature, PGPPublicKeyRing ring, String text)
      throws PGPException {
    var key = ring.getPublicKey(signature.getKeyID());
    return isAlive(ring.getPublicKey())
        && isAlive(key)
        && isStrong(signature)
        && isBy(key, signature, text);
  }

  private static boolean isAlive(PGPPublicKey key) {
    var life = Duration.ofSeconds(key.getValidSeconds());
    var end = key.getCreationTime().toInstant().plus(life);
    return !key.hasRevocation() && (life.isZero() || Instant.now().isBefore(end));
  }

  private static boolean isStrong(PGPSignature signature) {
    return signature.getHashAlgorithm() != HashAlgorithmTags.MD5
        && signature.getHashAlgorithm() != HashAlgorithmTags.SHA1;
  }

  /**
   * Verifies a signature. Lines end with CRLF and without trailing blanks, the last line without
   * either (RFC 9580, 7.2).
   */
  private static boolean isBy(PGPPublicKey key, PGPSignature signature, String text)
      throws PGPException {
    signature.init(new BcPGPContentVerifierBuilderProvider(), key);
    var canonical =
        text.stripTrailing().lines().map(String::stripTrailing).collect(Collectors.joining("\r\n"));
    signature.update(canonical.getBytes(StandardCharsets.UTF_8));
    return signature.verify();
  }

  private static ChartUnavailableException refusal(String problem) {
    return new ChartUnavailableException(problem + "; it is not used");
  }
}
