package dev.catamaran.server;

import java.util.Map;

/**
 * Limits for clients of the JDK's HTTP server, which has hardly any limits by itself. The server
 * reads these system properties once, before the first server is made
 * (sun.net.httpserver.ServerConfig). Properties that are already set stay unchanged.
 */
final class ServerBounds {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          // For each server. A TLS connection takes some 70 KB.
          "jdk.httpserver.maxConnections", "500",
          // Seconds from the first byte of a request to its last: against a client that sends one
          // byte per second.
          "sun.net.httpserver.maxReqTime", "10",
          // Seconds from the last byte of a request to that of its answer; a webhook may take 30.
          "sun.net.httpserver.maxRspTime", "60",
          // Seconds of silence on a connection before its first or next request.
          "sun.net.httpserver.idleInterval", "30",
          // Milliseconds between two checks for silent connections; 10 s by default.
          "sun.net.httpserver.clockTick", "2000",
          "sun.net.httpserver.maxIdleConnections", "100",
          "sun.net.httpserver.maxReqHeaders", "100",
          // Bytes of all headers: a bearer token has 1 to 2 KB.
          "sun.net.httpserver.maxReqHeaderSize", "65536",
          // Bytes to read of an unused request body before the connection is closed.
          "sun.net.httpserver.drainAmount", "65536");

  private ServerBounds() {}

  /** Applies the limits to servers that are made from now on. */
  static void apply() {
    PROPERTIES.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }
}
