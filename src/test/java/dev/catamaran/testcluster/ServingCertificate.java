package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate of 127.0.0.1 that vouches for itself, and its key, both PEM.
 *
 * @param certificate what clients are to trust
 */
public record ServingCertificate(String certificate, String key) {

  /** Makes one that is like no other. */
  public static ServingCertificate make() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      var keys = generator.generateKeyPair();
      return new ServingCertificate(
          certificate(keys), pem(new JcaPKCS8Generator(keys.getPrivate(), null)));
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** With the key of another certificate. */
  public ServingCertificate withKeyOf(ServingCertificate other) {
    return new ServingCertificate(certificate, other.key);
  }

  /** As a webhook's configuration wants what it trusts. */
  public String caBundle() {
    return Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.UTF_8));
  }

  /** Puts both files into a folder, or swaps them there, in one step as a mounted Secret does. */
  public void mountIn(Path folder) {
    try {
      var version = Files.createTempDirectory(folder, "..version-");
      Files.writeString(version.resolve("tls.crt"), certificate);
      Files.writeString(version.resolve("tls.key"), key);
      var link = folder.resolve("..data_tmp");
      Files.createSymbolicLink(link, version.getFileName());
      Files.move(link, folder.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
      for (var file : new String[] {"tls.crt", "tls.key"}) {
        if (!Files.exists(folder.resolve(file))) {
          Files.createSymbolicLink(folder.resolve(file), Path.of("..data", file));
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String certificate(KeyPair keys)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    var now = Instant.now();
    var name = new X500Name("CN=webhooks");
    var builder =
        new JcaX509v3CertificateBuilder(
            name,
            BigInteger.valueOf(now.toEpochMilli()),
            Date.from(now.minusSeconds(60)),
            Date.from(now.plusSeconds(3600)),
            name,
            keys.getPublic());
    var names = new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    builder.addExtension(Extension.subjectAlternativeName, /* isCritical= */ false, names);
    return pem(
        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
  }

  private static String pem(Object object) throws IOException {
    var text = new StringWriter();
    try (var pem = new JcaPEMWriter(text)) {
      pem.writeObject(object);
    }
    return text.toString();
  }
}
