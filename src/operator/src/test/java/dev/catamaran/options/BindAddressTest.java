package dev.catamaran.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BindAddressTest {

  @ParameterizedTest
  @CsvSource({
    ":8080,'',8080",
    "127.0.0.1:8080,127.0.0.1,8080",
    "localhost:1,localhost,1",
    "[::1]:65535,[::1],65535",
  })
  void readsHostAndPort(String text, String host, int port) {
    assertEquals(Optional.of(new BindAddress(host, port)), BindAddress.parse(text));
  }

  @Test
  void readsZeroAsNoAddress() {
    assertEquals(Optional.empty(), BindAddress.parse("0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "8080", "host", "host:", ":0", ":65536", ":-1", ":http"})
  void refusesAnInvalidAddressAndNamesTheFormat(String text) {
    var failure = assertThrows(IllegalArgumentException.class, () -> BindAddress.parse(text));
    var message = String.valueOf(failure.getMessage());
    assertTrue(message.startsWith("\"" + text + "\" is not an address: write host:port"), message);
  }

  @Test
  void listensEverywhereWithoutAHost() {
    var everywhere = BindAddress.parse(":8080").orElseThrow().toSocketAddress();
    assertTrue(everywhere.getAddress().isAnyLocalAddress());
    assertEquals(8080, everywhere.getPort());
    var local = BindAddress.parse("[::1]:8080").orElseThrow().toSocketAddress();
    assertTrue(local.getAddress().isLoopbackAddress());
  }
}
