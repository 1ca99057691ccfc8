package dev.catamaran.manager;

import java.util.Map;

/**
 * What a client can have of the JDK's HTTP server. It bounds hardly anything by itself, and is told
 * by system properties that it reads once, before the first server is made
 * (sun.net.httpserver.ServerConfig). One that is set already is left as it is.
 */
final class ServerBounds {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          // For each of the servers. A connection takes some 70 KB where it has TLS.
          "jdk.httpserver.maxConnections", "500",
          // Seconds from the first byte of a request to its last: for who sends a byte each second.
          "sun.net.httpserver.maxReqTime", "10",
          // Seconds from the last byte of a request to that of its answer; a webhook may take 30.
          "sun.net.httpserver.maxRspTime", "60",
          // Seconds for which a connection may be silent before it sends a request, or the next.
          "sun.net.httpserver.idleInterval", "30",
          // Milliseconds between two looks for such connections; 10 s by default.
          "sun.net.httpserver.clockTick", "2000",
          "sun.net.httpserver.maxIdleConnections", "100",
          "sun.net.httpserver.maxReqHeaders", "100",
          // Bytes of all of them: a bearer token has 1 to 2 KB.
          "sun.net.httpserver.maxReqHeaderSize", "65536",
          // Bytes that are read of a body for which nobody asked, before the connection is closed.
          "sun.net.httpserver.drainAmount", "65536");

  private ServerBounds() {}

  /** Has servers that are made from now on keep to them. */
  static void apply() {
    PROPERTIES.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }
}
