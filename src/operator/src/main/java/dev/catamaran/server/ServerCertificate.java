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
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.SSLContext;
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

  private static final char[] NO_PASSWORD = {};

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

  /** Returns a store for {@link #context} with this certificate and its key. */
  KeyStore keyStore() {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("server", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot hold a certificate", e);
    }
  }

  /**
   * Returns a context for a server. Each handshake uses the store that {@code newest} returns then,
   * and gets key and chain from the same one.
   */
  static SSLContext context(Supplier<KeyStore> newest) {
    try {
      // The only one of the JDK that looks into the store again.
      var managers = KeyManagerFactory.getInstance("NewSunX509");
      managers.init(
          new KeyStoreBuilderParameters(
              new KeyStore.Builder() {
                @Override
                public KeyStore getKeyStore() {
                  return newest.get();
                }

                @Override
                public KeyStore.ProtectionParameter getProtectionParameter(String alias) {
                  return new KeyStore.PasswordProtection(NO_PASSWORD);
                }
              }));
      var context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks TLS", e);
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
