package dev.catamaran.server;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Certificate and private key of a server.
 *
 * @param chain the server's own certificate first
 */
record ServerCertificate(PrivateKey key, List<X509Certificate> chain) {
  private static final Duration VALID = Duration.ofDays(3650);

  /** Tolerance for clients with a slow clock. */
  private static final Duration VALID_BEFORE = Duration.ofHours(1);

  /** Data to sign with the key, to check whether the certificate fits. */
  private static final byte[] PROOF = "catamaran".getBytes(StandardCharsets.UTF_8);

  /**
   * Reads tls.crt, which may be a chain, and tls.key. cert-manager and Secrets of type
   * kubernetes.io/tls use these names.
   *
   * @param flag command-line flag that names the folder
   * @throws ManagerException if the folder has no certificate with its key in PEM
   */
  static ServerCertificate read(Path folder, String flag) {
    var certificate = folder.resolve("tls.crt");
    var key = folder.resolve("tls.key");
    try (var in = Files.newInputStream(certificate);
        var pem = new PEMParser(Files.newBufferedReader(key))) {
      var chain =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (chain.isEmpty()) {
        throw new CertificateException("no certificate");
      }
      var algorithm = chain.getFirst().getPublicKey().getAlgorithm();
      var read = new ServerCertificate(privateKey(pem, algorithm), chain);
      read.checkFit();
      return read;
    } catch (NoSuchFileException e) {
      throw new ManagerException(
          "%s does not exist; %s is a directory with tls.crt and tls.key"
              .formatted(e.getFile(), flag));
    } catch (KeyException e) {
      throw new ManagerException(
          "%s is not the key of %s; replace both together".formatted(key, certificate));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      // The parser's message may quote secrets.
      throw new ManagerException(
          "%s and %s cannot be read as a certificate and its key, both PEM and the key without a passphrase"
              .formatted(certificate, key));
    }
  }

  static ServerCertificate selfSigned(Instant now) {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      var keys = generator.generateKeyPair();
      var subject = new X500Name("CN=catamaran");
      var builder =
          new JcaX509v3CertificateBuilder(
              subject,
              new BigInteger(64, new SecureRandom()),
              Date.from(now.minus(VALID_BEFORE)),
              Date.from(now.plus(VALID)),
              subject,
              keys.getPublic());
      var names = new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost"));
      builder.addExtension(Extension.subjectAlternativeName, /* isCritical= */ false, names);
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
      X509Certificate made =
          new JcaX509CertificateConverter().getCertificate(builder.build(signer));
      return new ServerCertificate(keys.getPrivate(), List.of(made));
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("this JDK cannot make a certificate", e);
    }
  }

  /** Returns the first key; parameters of its curve may come before it. */
  private static PrivateKey privateKey(PEMParser pem, String algorithm)
      throws IOException, GeneralSecurityException {
    for (Object part = pem.readObject(); part != null; part = pem.readObject()) {
      if (part instanceof PEMKeyPair pair) {
        return privateKey(pair.getPrivateKeyInfo(), algorithm);
      }
      if (part instanceof PrivateKeyInfo info) {
        return privateKey(info, algorithm);
      }
    }
    throw new GeneralSecurityException("no key");
  }

  private static PrivateKey privateKey(PrivateKeyInfo info, String algorithm)
      throws IOException, GeneralSecurityException {
    return KeyFactory.getInstance(algorithm)
        .generatePrivate(new PKCS8EncodedKeySpec(info.getEncoded()));
  }

  Instant end() {
    return chain.getFirst().getNotAfter().toInstant();
  }

  /**
   * Returns a key manager for a TLS server.
   *
   * @param alias name of the certificate in the key manager
   */
  X509ExtendedKeyManager keyManager(String alias) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      var password = new char[0];
      store.setKeyEntry(alias, key, password, chain.toArray(Certificate[]::new));
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, password);
      return (X509ExtendedKeyManager) managers.getKeyManagers()[0];
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot hold a certificate", e);
    }
  }

  /**
   * Checks that the key fits the certificate. It does not while the two files are replaced one
   * after the other.
   */
  private void checkFit() throws GeneralSecurityException {
    var signer =
        Signature.getInstance(
            switch (key.getAlgorithm()) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> key.getAlgorithm();
            });
    signer.initSign(key);
    signer.update(PROOF);
    var signature = signer.sign();
    signer.initVerify(chain.getFirst().getPublicKey());
    signer.update(PROOF);
    if (!signer.verify(signature)) {
      throw new KeyException("the key belongs to another certificate");
    }
  }
}
