package dev.catamaran.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;

/**
 * Memory limit for the bodies of all requests together. Memory is counted as bytes arrive, so a
 * client that announces a large body and sends little uses little.
 */
final class BodyBudget {
  private static final int CHUNK = 64 << 10;

  /** Divisor of the heap size: a parsed body takes several times as much memory as its text. */
  private static final int SHARE = 16;

  private static final long LEAST = 16 << 20;
  private static final long MOST = 64 << 20;

  private final int size;
  private final Semaphore free;

  BodyBudget(int size) {
    this.size = size;
    this.free = new Semaphore(size);
  }

  static BodyBudget ofThisProcess() {
    var share = Runtime.getRuntime().maxMemory() / SHARE;
    return new BodyBudget(Math.toIntExact(Math.clamp(share, LEAST, MOST)));
  }

  int size() {
    return size;
  }

  /** Part of the budget that one request uses; released after the answer. */
  final class Share implements AutoCloseable {
    private int taken;

    /**
     * Reads a body.
     *
     * @throws NoRoomException if other requests use the rest of the budget
     * @throws TooLargeException if it has more than {@code most} bytes
     */
    byte[] read(InputStream body, int most) throws IOException, NoRoomException, TooLargeException {
      var read = new ByteArrayOutputStream();
      var chunk = new byte[CHUNK];
      for (int length = body.read(chunk); length >= 0; length = body.read(chunk)) {
        if (read.size() + length > most) {
          throw new TooLargeException(most);
        }
        take(length);
        read.write(chunk, 0, length);
      }
      return read.toByteArray();
    }

    private void take(int bytes) throws NoRoomException {
      if (!free.tryAcquire(bytes)) {
        throw new NoRoomException();
      }
      taken += bytes;
    }

    @Override
    public void close() {
      free.release(taken);
      taken = 0;
    }
  }

  /** Other requests use the whole budget. */
  static final class NoRoomException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** One request exceeds the limit for a request. */
  static final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int most;

    TooLargeException(int most) {
      this.most = most;
    }

    int most() {
      return most;
    }
  }
}
