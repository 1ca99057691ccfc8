package dev.catamaran.faults;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** One connection of the operator, and the connection to the API server for it. */
final class Line {
  private static final int CHUNK = 16 * 1024;

  private final Socket operator;
  private final Socket server;
  private final LongSupplier delayMillis;
  private final Runnable onEnd;
  private final Map<Direction, Valve> valves = new EnumMap<>(Direction.class);

  /**
   * Forwards nothing before {@link #start}.
   *
   * @param delayMillis the delay of all bytes
   * @param onEnd runs at the end of the line
   */
  Line(Socket operator, Socket server, LongSupplier delayMillis, Runnable onEnd) {
    this.operator = operator;
    this.server = server;
    this.delayMillis = delayMillis;
    this.onEnd = onEnd;
    for (var direction : Direction.values()) {
      valves.put(direction, new Valve());
    }
  }

  void start() {
    var back =
        Thread.ofVirtual().start(() -> carry(server, operator, valve(Direction.TO_OPERATOR)));
    Thread.ofVirtual()
        .start(
            () -> {
              carry(operator, server, valve(Direction.TO_SERVER));
              join(back);
              close();
              onEnd.run();
            });
  }

  /** Whether its connection to the server has this local port. */
  boolean comesFrom(int port) {
    return server.getLocalPort() == port;
  }

  void hold(Direction direction) {
    valve(direction).close();
  }

  void release() {
    valves.values().forEach(Valve::open);
  }

  /** Ends it with RST, like a machine that does not know the connection. */
  void reset() {
    try {
      operator.setSoLinger(true, 0);
    } catch (SocketException e) {
      // The socket is already closed.
    }
    close();
  }

  /** Ends it; held bytes are lost. */
  void close() {
    for (var socket : new Socket[] {operator, server}) {
      try {
        socket.close();
      } catch (IOException e) {
        // No further cleanup is possible.
      }
    }
    release();
  }

  private Valve valve(Direction direction) {
    return java.util.Objects.requireNonNull(valves.get(direction));
  }

  private void carry(Socket from, Socket to, Valve valve) {
    var bytes = new byte[CHUNK];
    try {
      for (int count = from.getInputStream().read(bytes);
          count >= 0;
          count = from.getInputStream().read(bytes)) {
        Thread.sleep(delayMillis.getAsLong());
        valve.await();
        to.getOutputStream().write(bytes, 0, count);
      }
      valve.await();
      to.shutdownOutput();
    } catch (IOException e) {
      reset();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reset();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
