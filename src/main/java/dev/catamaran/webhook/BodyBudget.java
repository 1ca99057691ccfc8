package dev.catamaran.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;

/**
 * How much of all requests together may be in memory. What is taken is taken as it arrives, so that
 * whoever announces much and sends little holds little.
 */
final class BodyBudget {
  private static final int CHUNK = 64 << 10;

  /** Of the heap: what is parsed takes several times as much as its text. */
  private static final int SHARE = 16;

  private static final long LEAST = 16 << 20;
  private static final long MOST = 64 << 20;

  private final int size;
  private final Semaphore free;

  BodyBudget(int size) {
    this.size = size;
    this.free = new Semaphore(size);
  }

  /** For the memory that this process has. */
  static BodyBudget ofThisProcess() {
    var share = Runtime.getRuntime().maxMemory() / SHARE;
    return new BodyBudget(Math.toIntExact(Math.clamp(share, LEAST, MOST)));
  }

  /** How much there is when nobody takes any, in bytes. */
  int size() {
    return size;
  }

  /** What one request has taken, to be given back when it is answered. */
  final class Share implements AutoCloseable {
    private int taken;

    /**
     * Reads a body.
     *
     * @throws NoRoomException if others have taken all that there is
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

  /** Other requests have all. */
  static final class NoRoomException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** One request has more than any may. */
  static final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int most;

    TooLargeException(int most) {
      this.most = most;
    }

    /** How much it may have, in bytes. */
    int most() {
      return most;
    }
  }
}
