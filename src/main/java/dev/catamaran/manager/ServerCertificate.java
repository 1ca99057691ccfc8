package dev.catamaran.manager;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
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

/** By what a server proves who it is. */
final class ServerCertificate {
  private static final Duration VALID = Duration.ofDays(3650);

  /** For clients whose clock is slow. */
  private static final Duration VALID_BEFORE = Duration.ofHours(1);

  private ServerCertificate() {}

  /**
   * Reads tls.crt, which may be a chain, and tls.key: the names that cert-manager and Secrets of
   * type kubernetes.io/tls have for them.
   *
   * @throws ManagerException if there is no certificate and its key in PEM
   */
  static SSLContext read(Path folder) {
    var certificate = folder.resolve("tls.crt");
    var key = folder.resolve("tls.key");
    try (var in = Files.newInputStream(certificate);
        var pem = new PEMParser(Files.newBufferedReader(key))) {
      var chain =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(Certificate[]::new);
      if (chain.length == 0) {
        throw new CertificateException("no certificate");
      }
      return context(privateKey(pem, chain[0].getPublicKey().getAlgorithm()), chain);
    } catch (NoSuchFileException e) {
      throw new ManagerException(
          "%s does not exist; --metrics-cert-path is a folder with tls.crt and tls.key"
              .formatted(e.getFile()));
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      // The parser's own words may quote what is secret.
      throw new ManagerException(
          "%s and %s cannot be read as a certificate and its key, both PEM and the key without a passphrase"
              .formatted(certificate, key));
    }
  }

  /** Makes a certificate that nobody else vouches for. */
  static SSLContext selfSigned(Instant now) {
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
      return context(keys.getPrivate(), made);
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("this JDK cannot make a certificate", e);
    }
  }

  /** The first key; parameters of its curve may come before it. */
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

  private static SSLContext context(PrivateKey key, Certificate... chain)
      throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    var password = new char[0];
    store.setKeyEntry("server", key, password, chain);
    var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store, password);
    var context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
