package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.ServingCertificate;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedAuthoritiesTest {
  private static final String AUTHORITY = "CN=webhooks";

  private final ServingCertificate authority = ServingCertificate.make();

  @Test
  void trustsTheAuthorityOfTheKubeconfigAlone() throws Exception {
    var config = new ConfigBuilder(Config.empty()).withCaCertData(authority.caBundle()).build();

    assertEquals(List.of(AUTHORITY), trusted(TrustedAuthorities.asKubectl(config)));
    assertTrue(trusted(config).size() > 1, "else this test shows nothing");
  }

  @Test
  void trustsTheAuthorityInAFileAlone(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("ca.crt"), authority.certificate());
    var config = new ConfigBuilder(Config.empty()).withCaCertFile(file.toString()).build();

    assertEquals(List.of(AUTHORITY), trusted(TrustedAuthorities.asKubectl(config)));
  }

  @Test
  void trustsPublicAuthoritiesIfTheKubeconfigNamesNone() throws Exception {
    var trusted = trusted(TrustedAuthorities.asKubectl(Config.empty()));

    assertTrue(trusted.size() > 1, trusted::toString);
    assertFalse(trusted.contains(AUTHORITY), trusted::toString);
  }

  @Test
  void leavesAGivenKeyStoreAndTheWishToVerifyNothing() {
    var named = new ConfigBuilder(Config.empty()).withCaCertData(authority.caBundle()).build();
    var store = new ConfigBuilder(named).withTrustStoreFile("given.jks").build();
    var unverified = new ConfigBuilder(named).withTrustCerts(true).build();

    assertSame(store, TrustedAuthorities.asKubectl(store));
    assertSame(unverified, TrustedAuthorities.asKubectl(unverified));
  }

  private static List<String> trusted(Config config) throws Exception {
    return Stream.of(SSLUtils.trustManagers(config))
        .map(X509TrustManager.class::cast)
        .flatMap(manager -> Stream.of(manager.getAcceptedIssuers()))
        .map(each -> each.getSubjectX500Principal().getName())
        .toList();
  }
}
