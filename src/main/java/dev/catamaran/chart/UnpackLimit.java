package dev.catamaran.chart;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Counts unpacked bytes, including headers, and stops at a limit. This protects the memory against
 * malicious archives.
 */
final class UnpackLimit extends FilterInputStream {

  /** The content of the archive exceeds the limit. */
  static final class ExceededException extends IOException {
    ExceededException() {
      super("more than the limit");
    }
  }

  private final long limit;
  private long count;

  UnpackLimit(InputStream in, long limit) {
    super(in);
    this.limit = limit;
  }

  /** Returns the bytes unpacked so far. */
  long count() {
    return count;
  }

  @Override
  public int read() throws IOException {
    int next = in.read();
    add(next < 0 ? 0 : 1);
    return next;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int read = in.read(buffer, offset, length);
    add(Math.max(read, 0));
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = in.skip(bytes);
    add(skipped);
    return skipped;
  }

  private void add(long bytes) throws IOException {
    count += bytes;
    if (count > limit) {
      throw new ExceededException();
    }
  }
}
