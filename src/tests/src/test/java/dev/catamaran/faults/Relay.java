package dev.catamaran.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Carries the bytes of all connections to a server on loopback, or breaks them. */
final class Relay implements AutoCloseable {
  private static final int BACKLOG = 256;

  private final int backend;
  private final int port;
  private final Set<Line> lines = ConcurrentHashMap.newKeySet();
  private Optional<ServerSocket> listener = Optional.empty();
  private volatile Duration delay = Duration.ZERO;
  private final Set<Direction> swallowed = ConcurrentHashMap.newKeySet();

  /** Begins to carry to this port. */
  Relay(int backend) {
    this.backend = backend;
    this.port = listen(0);
  }

  int port() {
    return port;
  }

  void delay(Duration each) {
    delay = each;
  }

  synchronized void refuse() {
    listener.ifPresent(Relay::close);
    listener = Optional.empty();
  }

  void reset() {
    lines.forEach(Line::reset);
  }

  /** Resets the one line that the server sees come from that port. */
  void reset(int port) {
    lines.stream().filter(line -> line.comesFrom(port)).forEach(Line::reset);
  }

  void hold(Direction direction) {
    lines.forEach(line -> line.hold(direction));
  }

  /** The same for lines that are yet to come. */
  void swallow(Direction direction) {
    swallowed.add(direction);
    hold(direction);
  }

  synchronized void heal() {
    delay = Duration.ZERO;
    swallowed.clear();
    lines.forEach(Line::release);
    if (listener.isEmpty()) {
      listen(port);
    }
  }

  int openLines() {
    return lines.size();
  }

  @Override
  public void close() {
    refuse();
    lines.forEach(Line::reset);
  }

  private synchronized int listen(int wanted) {
    try {
      var socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), wanted), BACKLOG);
      listener = Optional.of(socket);
      Thread.ofPlatform()
          .daemon()
          .name("relay-" + socket.getLocalPort())
          .start(() -> accept(socket));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        carry(socket.accept(), socket);
      } catch (SocketException e) {
        // The socket was closed, or the peer is gone again.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void carry(Socket operator, ServerSocket listening) throws IOException {
    operator.setTcpNoDelay(true);
    var server = new Socket(InetAddress.getLoopbackAddress(), backend);
    server.setTcpNoDelay(true);
    var ended = new java.util.concurrent.atomic.AtomicReference<Line>();
    var line =
        new Line(
            operator,
            server,
            () -> delay.toMillis(),
            () -> Optional.ofNullable(ended.get()).ifPresent(lines::remove));
    ended.set(line);
    lines.add(line);
    // Asked after it is in the set: what begins just now sees one of the two.
    swallowed.forEach(line::hold);
    line.start();
    if (listening.isClosed()) {
      line.reset();
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
