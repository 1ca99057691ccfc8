package dev.catamaran.chartsource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.PullRules;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.ChartRegistry;
import dev.catamaran.testcluster.ChartRepository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.SymmetricKeyAlgorithmTags;
import org.bouncycastle.bcpg.sig.KeyFlags;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.params.RSAKeyGenerationParameters;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyEncryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signed charts. Without a cluster. */
class SignedChartIT {
  private static final String NO_GOOD_SIGNATURE =
      "no good signature of a key of the keyring is on its provenance file; it is not used";

  private final Path folder;
  private final Path signer;
  private final Path otherKey;

  SignedChartIT(@TempDir Path folder) throws Exception {
    this.folder = folder;
    this.signer = keys("signer");
    this.otherKey = keys("other");
  }

  @Test
  void acceptsASignatureByAKeyOfTheKeyring() throws Exception {
    var archive = signed("boat");
    try (var repository = repository(archive)) {
      assertEquals("1.0.0", pull(inRepository(repository, signer)).version());
      assertTrue(problem(inRepository(repository, otherKey)).endsWith(NO_GOOD_SIGNATURE));
    }
  }

  @Test
  void acceptsASignatureFromARegistry() throws Exception {
    try (var registry = ChartRegistry.start()) {
      registry.push(signed("boat"));
      registry.push(ChartRepository.packaged(TestChart.named("raft"), "1.0.0"));
      assertEquals("1.0.0", pull(inRegistry(registry, "boat", signer)).version());
      assertTrue(problem(inRegistry(registry, "boat", otherKey)).endsWith(NO_GOOD_SIGNATURE));
      var unsigned = problem(inRegistry(registry, "raft", signer));
      assertTrue(
          unsigned.endsWith(
              "it has no provenance file; make one with helm package --sign; it is not used"),
          unsigned);
    }
  }

  @Test
  void ignoresACachedChartWithoutACheckedSignature() throws Exception {
    var repository = repository(ChartRepository.packaged(TestChart.named("boat"), "1.0.0"));
    var unsigned = new PullRules(true, Optional.empty());
    try (repository) {
      pull(new InRepository(URI.create(repository.url()), "boat", "1.0.0", unsigned));
    }
    var problem = problem(inRepository(repository, signer));
    assertTrue(problem.contains("cannot be reached"), problem);
  }

  private ChartRepository repository(Path archive) throws IOException {
    var repository = ChartRepository.create().add("boat", "1.0.0", archive);
    if (Files.exists(beside(archive))) {
      Files.copy(beside(archive), repository.folder().resolve("boat-1.0.0.tgz.prov"));
    }
    return repository.serve();
  }

  private static Path beside(Path archive) {
    return archive.resolveSibling(archive.getFileName() + ".prov");
  }

  /** Packages and signs a chart, as {@code helm package --sign} does. */
  private Path signed(String name) throws IOException {
    var chart = TestChart.named(name);
    var yaml = chart.path().resolve("Chart.yaml");
    Files.writeString(
        yaml, Files.readString(yaml).replaceAll("(?m)^version: .*", "version: 1.0.0"));
    var to = Files.createTempDirectory(folder, "packages-");
    new Helm(chart.path())
        .packageIt()
        .withDestination(to)
        .sign()
        .withKey("signer")
        .withKeyring(folder.resolve("signer.secret.gpg"))
        .withPassphraseFile(Files.writeString(folder.resolve("passphrase"), "pass\n"))
        .call();
    return to.resolve(name + "-1.0.0.tgz");
  }

  /** Creates a key pair with this name; returns the file of the public key. */
  private Path keys(String name) throws IOException, PGPException {
    var rsa = new RSAKeyPairGenerator();
    rsa.init(
        new RSAKeyGenerationParameters(BigInteger.valueOf(0x10001), new SecureRandom(), 1024, 12));
    var pair =
        new BcPGPKeyPair(
            4, PublicKeyAlgorithmTags.RSA_GENERAL, rsa.generateKeyPair(), Date.from(Instant.now()));
    var sha1 = new BcPGPDigestCalculatorProvider().get(HashAlgorithmTags.SHA1);
    var uses = new PGPSignatureSubpacketGenerator();
    uses.setKeyFlags(/* isCritical= */ false, KeyFlags.CERTIFY_OTHER | KeyFlags.SIGN_DATA);
    var ring =
        new PGPKeyRingGenerator(
            PGPSignature.POSITIVE_CERTIFICATION,
            pair,
            name + " <" + name + "@example.com>",
            sha1,
            uses.generate(),
            null,
            new BcPGPContentSignerBuilder(
                pair.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA256),
            new BcPBESecretKeyEncryptorBuilder(
                    SymmetricKeyAlgorithmTags.AES_256,
                    new BcPGPDigestCalculatorProvider().get(HashAlgorithmTags.SHA256))
                .build("pass".toCharArray()));
    var secret = new ByteArrayOutputStream();
    ring.generateSecretKeyRing().encode(secret);
    Files.write(folder.resolve(name + ".secret.gpg"), secret.toByteArray());
    var open = new ByteArrayOutputStream();
    ring.generatePublicKeyRing().encode(open);
    return Files.write(folder.resolve(name + ".gpg"), open.toByteArray());
  }

  private static InRepository inRepository(ChartRepository repository, Path keyring) {
    return new InRepository(URI.create(repository.url()), "boat", "1.0.0", rules(keyring));
  }

  private static InRegistry inRegistry(ChartRegistry registry, String name, Path keyring) {
    return new InRegistry(registry.host(), "charts/" + name, "1.0.0", rules(keyring));
  }

  private static PullRules rules(Path keyring) {
    return new PullRules(true, Optional.of(keyring));
  }

  private String problem(ChartReference.Remote reference) {
    return assertThrows(ChartUnavailableException.class, () -> pull(reference)).problem();
  }

  private Chart pull(ChartReference.Remote reference) throws Exception {
    return new PulledCharts(folder.resolve("pulled"), new RegistryConfig(List.of()))
        .load(reference, new ChartLoader(folder.resolve("unpacked")));
  }
}
