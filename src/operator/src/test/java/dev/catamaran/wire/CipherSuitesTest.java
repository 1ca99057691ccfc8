package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

class CipherSuitesTest {
  private static final String CHEAPEST = "TLS_CHACHA20_POLY1305_SHA256";

  private static List<String> offered(SSLParameters parameters) {
    var client =
        new WatchfulClientFactory(Silence.DEFAULT)
            .createNewHttpClientBuilder()
            .sslParameters(parameters)
            .build();
    return List.of(client.sslParameters().getCipherSuites());
  }

  @Test
  void beginWithTheCheapestAndKeepAllOthers() throws Exception {
    var enabled = SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites();

    var offered = offered(new SSLParameters(null, new String[] {"TLSv1.3", "TLSv1.2"}));

    assertEquals(CHEAPEST, offered.getFirst());
    assertEquals(Set.of(enabled), Set.copyOf(offered));
  }

  @Test
  void areThoseThatTheCallerChose() {
    var chosen = new String[] {"TLS_AES_256_GCM_SHA384"};

    assertEquals(List.of(chosen), offered(new SSLParameters(chosen)));
  }
}
