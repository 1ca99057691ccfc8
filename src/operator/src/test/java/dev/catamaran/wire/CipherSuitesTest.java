package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import okhttp3.CipherSuite;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;

class CipherSuitesTest {
  private static final String CHEAPEST = "TLS_CHACHA20_POLY1305_SHA256";

  private static List<String> offered(ConnectionSpec spec) {
    var client = new OkHttpClient.Builder().connectionSpecs(List.of(spec));
    new WatchfulClientFactory(SilenceLimits.DEFAULT).additionalConfig(client);
    return client.build().connectionSpecs().getFirst().cipherSuites().stream()
        .map(CipherSuite::javaName)
        .toList();
  }

  @Test
  void beginWithTheCheapestAndKeepAllOthers() throws Exception {
    var enabled = SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites();

    var offered = offered(ConnectionSpec.MODERN_TLS);

    assertEquals(CHEAPEST, offered.getFirst());
    assertEquals(Set.of(enabled), Set.copyOf(offered));
  }
}
