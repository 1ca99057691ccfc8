package dev.catamaran.wire;

import java.io.IOException;
import java.net.http.WebSocket;
import java.net.http.WebSocket.Listener;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Pings the other side of a WebSocket regularly, and gives up a silent one. */
final class WatchfulSocket implements Listener {
  private final Listener actual;
  private final Silence silence;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile Optional<Pulse> pulse = Optional.empty();

  WatchfulSocket(Listener actual, Silence silence) {
    this.actual = actual;
    this.silence = silence;
  }

  @Override
  public void onOpen(WebSocket socket) {
    pulse =
        Optional.of(
            new Pulse(silence.ping(), silence.socket(), () -> ping(socket), () -> giveUp(socket)));
    actual.onOpen(socket);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
    beat();
    return actual.onText(socket, data, last);
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
    beat();
    return actual.onBinary(socket, data, last);
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
    beat();
    return actual.onPing(socket, message);
  }

  @Override
  public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
    beat();
    return actual.onPong(socket, message);
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
    return end() ? actual.onClose(socket, code, reason) : null;
  }

  @Override
  public void onError(WebSocket socket, Throwable error) {
    if (end()) {
      actual.onError(socket, error);
    }
  }

  private void beat() {
    pulse.ifPresent(Pulse::beat);
  }

  private static void ping(WebSocket socket) {
    if (!socket.isOutputClosed()) {
      // A failed ping gets no answer, and only the answer counts.
      var unused = socket.sendPing(ByteBuffer.allocate(0));
    }
  }

  private void giveUp(WebSocket socket) {
    socket.abort();
    onError(
        socket, new IOException("nothing came for %d s".formatted(silence.socket().toSeconds())));
  }

  /** Ends the checks; returns whether this is the first end of the socket. */
  private boolean end() {
    pulse.ifPresent(Pulse::end);
    return ended.compareAndSet(false, true);
  }
}
