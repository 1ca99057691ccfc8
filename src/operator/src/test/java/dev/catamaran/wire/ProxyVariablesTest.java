package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxyVariablesTest {
  private static final String PROXY = "http://proxy:3128";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://10.96.0.1:443        | ''
          https://10.96.0.1:443        | 10.96.0.0/13
          https://10.96.0.1:443        | 192.168.0.0/16, 10.0.0.0/8
          https://10.96.0.1:443        | 10.96.0.1
          https://10.96.0.1            | 10.96.0.1:443
          https://[fd00::1]:6443       | fd00::/8
          https://[fd00::1]:6443       | fd00::1
          https://[fd00::1]:6443       | [fd00::1]:6443
          https://api.corp.example     | corp.example
          https://api.corp.example     | .corp.example
          https://api.corp.example     | *.corp.example
          https://corp.example         | CORP.example
          https://api.corp.example     | *
          https://127.0.0.1:6443       | other
          https://[::1]:6443           | other
          https://localhost:6443       | other
          """)
  void leavesOutTheExceptions(String address, String exceptions) {
    var config = config(address, Map.of("HTTPS_PROXY", PROXY, "NO_PROXY", exceptions));

    assertEquals(exceptions.isEmpty() ? PROXY : null, config.getHttpsProxy());
    assertNull(config.getNoProxy());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://10.96.0.1:443        | 10.97.0.0/16
          https://10.96.0.1:443        | 10.96.0.1:6443
          https://10.96.0.1:443        | 10.96.0.1/x
          https://10.96.0.1:443        | fd00::/8
          https://evilcorp.example     | corp.example
          https://corp.example         | .corp.example
          https://api.corp.example     | api
          https://api.corp.example     | ', ,'
          """)
  void takesNothingElseForAnException(String address, String exceptions) {
    var config = config(address, Map.of("HTTPS_PROXY", PROXY, "NO_PROXY", exceptions));

    assertEquals(PROXY, config.getHttpsProxy());
  }

  @Test
  void readsTheNamesThatGoReads() {
    var address = "https://10.96.0.1";
    assertEquals(PROXY, config(address, Map.of("https_proxy", "proxy:3128")).getHttpsProxy());
    assertNull(config(address, Map.of("ALL_PROXY", PROXY, "HTTP_PROXY", PROXY)).getHttpsProxy());
    assertEquals(PROXY, config("http://10.96.0.1", Map.of("HTTP_PROXY", PROXY)).getHttpProxy());
    assertNull(
        config(address, Map.of("https_proxy", PROXY, "no_proxy", "10.96.0.1")).getHttpsProxy());
  }

  /** The client library has found another proxy. */
  private static Config config(String address, Map<String, String> environment) {
    var found =
        new ConfigBuilder(Config.empty())
            .withMasterUrl(address)
            .withHttpsProxy("http://other:1")
            .withNoProxy("*")
            .build();
    return new ProxyVariables(environment).over(found);
  }
}
