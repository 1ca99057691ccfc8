package dev.catamaran.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ManagerException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Instant;
import java.util.Date;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerCertificateTest {
  private final Instant now = Instant.now();

  private final Path folder;

  ServerCertificateTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @CsvSource({
    "RSA, 2048, SHA256withRSA, false",
    "EC, 256, SHA256withECDSA, true",
    "EC, 256, SHA256withECDSA, false",
    "Ed25519, 255, Ed25519, true"
  })
  void servesTheCertificateOfTheFolder(String algorithm, int size, String signature, boolean pkcs8)
      throws Exception {
    write(algorithm, size, signature, pkcs8);
    assertEquals(certificate(), handshake(context(ServerCertificate.read(folder, "--cert"))));
  }

  @Test
  void makesACertificateThatIsValidForYears() throws Exception {
    var context = context(ServerCertificate.selfSigned(now));
    var made = handshake(context);
    made.checkValidity(Date.from(now.plusSeconds(9L * 365 * 24 * 3600)));
    assertEquals("CN=catamaran", made.getSubjectX500Principal().getName());
    made.verify(made.getPublicKey());
  }

  @Test
  void servesTheNewestCertificateFromTheNextHandshakeOn() throws Exception {
    var keys = new AtomicReference<>(ServerCertificate.selfSigned(now).keyStore());
    var context = ServerCertificate.context(keys::get);
    var before = handshake(context);
    assertEquals(before, handshake(context));

    keys.set(ServerCertificate.selfSigned(now).keyStore());
    assertNotEquals(before, handshake(context));
  }

  @Test
  void quotesNothingOfAnUnreadableKey() throws Exception {
    write("EC", 256, "SHA256withECDSA", true);
    Files.writeString(folder.resolve("tls.key"), "not-a-key-but-secret");
    assertTrue(problem().contains("cannot be read as a certificate and its key"), problem());
    assertFalse(problem().contains("secret"), problem());
  }

  private static SSLContext context(ServerCertificate certificate) {
    var keys = certificate.keyStore();
    return ServerCertificate.context(() -> keys);
  }

  private Certificate certificate() throws IOException, GeneralSecurityException {
    try (var in = Files.newInputStream(folder.resolve("tls.crt"))) {
      return CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private String problem() {
    return String.valueOf(
        assertThrows(ManagerException.class, () -> ServerCertificate.read(folder, "--cert"))
            .getMessage());
  }

  private void write(String algorithm, int size, String signature, boolean pkcs8)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    var generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(size);
    var keys = generator.generateKeyPair();
    var name = new X500Name("CN=ours");
    var certificate =
        new JcaX509v3CertificateBuilder(
                name,
                BigInteger.ONE,
                Date.from(now.minusSeconds(60)),
                Date.from(now.plusSeconds(60)),
                name,
                keys.getPublic())
            .build(new JcaContentSignerBuilder(signature).build(keys.getPrivate()));
    Files.writeString(folder.resolve("tls.crt"), pem(certificate));
    var key = keys.getPrivate();
    Files.writeString(folder.resolve("tls.key"), pkcs8 ? pkcs8(key) : traditional(key));
  }

  private static String pkcs8(PrivateKey key) throws IOException {
    return pem(new JcaPKCS8Generator(key, null));
  }

  /** The default format of OpenSSL. An elliptic key names its curve. */
  private static String traditional(PrivateKey key) throws IOException {
    return key instanceof ECPrivateKey elliptic
        ? pem(
            new PemObject(
                "EC PRIVATE KEY",
                new org.bouncycastle.asn1.sec.ECPrivateKey(
                        256, elliptic.getS(), SECObjectIdentifiers.secp256r1)
                    .getEncoded()))
        : pem(key);
  }

  private static String pem(Object object) throws IOException {
    var text = new StringWriter();
    try (var pem = new JcaPEMWriter(text)) {
      pem.writeObject(object);
    }
    return text.toString();
  }

  /** The certificate that a client receives. */
  private static X509Certificate handshake(SSLContext server) throws Exception {
    var trustAll = new Anybody();
    var client = SSLContext.getInstance("TLS");
    client.init(null, new TrustManager[] {trustAll}, null);
    try (var listening = server.getServerSocketFactory().createServerSocket(0)) {
      var serving = Thread.ofVirtual().start(() -> serveOnce(listening));
      try (var socket =
          (SSLSocket)
              client
                  .getSocketFactory()
                  .createSocket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
        socket.startHandshake();
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
      } finally {
        serving.join();
      }
    }
  }

  private static void serveOnce(ServerSocket listening) {
    try (var accepted = (SSLSocket) listening.accept()) {
      accepted.startHandshake();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Trusts every server. A handshake still fails without the key of the certificate. */
  private static final class Anybody implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
