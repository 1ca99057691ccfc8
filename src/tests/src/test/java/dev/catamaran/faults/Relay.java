package dev.catamaran.faults;

import java.io.Closeable;
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

/** Forwards the bytes of all connections to a server on loopback, or breaks the connections. */
final class Relay implements AutoCloseable {
  private static final int BACKLOG = 256;

  private final int backend;
  // Bound and never listening: other processes cannot take the port while the relay refuses
  // connections.
  private final Socket reservation;
  private final Set<Line> lines = ConcurrentHashMap.newKeySet();
  private Optional<ServerSocket> listener = Optional.empty();
  private volatile Duration delay = Duration.ZERO;
  private final Set<Direction> swallowed = ConcurrentHashMap.newKeySet();

  /** Starts to forward to this port. */
  Relay(int backend) {
    this.backend = backend;
    this.reservation = reserve();
    listen();
  }

  int port() {
    return reservation.getLocalPort();
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

  /** Resets the line with this local port on its connection to the server. */
  void reset(int port) {
    lines.stream().filter(line -> line.comesFrom(port)).forEach(Line::reset);
  }

  void hold(Direction direction) {
    lines.forEach(line -> line.hold(direction));
  }

  /** The same for future lines. */
  void swallow(Direction direction) {
    swallowed.add(direction);
    hold(direction);
  }

  synchronized void heal() {
    delay = Duration.ZERO;
    swallowed.clear();
    lines.forEach(Line::release);
    if (listener.isEmpty()) {
      listen();
    }
  }

  int openLines() {
    return lines.size();
  }

  @Override
  public void close() {
    refuse();
    close(reservation);
    lines.forEach(Line::reset);
  }

  private static Socket reserve() {
    try {
      var socket = new Socket();
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void listen() {
    try {
      var socket = new ServerSocket();
      socket.setReuseAddress(true);
      socket.bind(reservation.getLocalSocketAddress(), BACKLOG);
      listener = Optional.of(socket);
      Thread.ofPlatform().daemon().name("relay-" + port()).start(() -> accept(socket));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        carry(socket.accept(), socket);
      } catch (SocketException e) {
        // The socket is closed, or the peer has disconnected.
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
    // Check after the insertion: a concurrent fault sees the line or this check sees the fault.
    swallowed.forEach(line::hold);
    line.start();
    if (listening.isClosed()) {
      line.reset();
    }
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
