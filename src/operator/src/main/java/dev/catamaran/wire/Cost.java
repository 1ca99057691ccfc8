package dev.catamaran.wire;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/**
 * Estimates the memory that JSON takes as objects: a text has about its own size, and each value a
 * map, a list or an entry around it. A text of 1 MiB can be a tree of 50 MiB.
 */
final class Cost {
  /**
   * Limit for one object, and for one page of a listing: several are in memory at a time, some of
   * them copied.
   */
  static final long MOST = Math.clamp(Runtime.getRuntime().maxMemory() / 16, 8 << 20, 128 << 20);

  private static final int VALUE = 64;

  private Cost() {}

  static long of(byte[] json, int begin, int end) {
    long cost = (long) end - begin;
    for (int i = begin; i < end; i++) {
      var unit = json[i];
      if (unit == ',' || unit == '{' || unit == '[') {
        cost += VALUE;
      }
    }
    return cost;
  }

  /** Whether the estimate is beyond the limit. Most texts are too short for that. */
  static boolean isTooMuch(String json) {
    return mayBe(json.length()) && isTooMuch(json.getBytes(StandardCharsets.UTF_8));
  }

  /** The same for what is left of a stream in memory, which begins at its mark afterwards. */
  static boolean isTooMuch(ByteArrayInputStream json) {
    if (!mayBe(json.available())) {
      return false;
    }
    var bytes = json.readAllBytes();
    json.reset();
    return isTooMuch(bytes);
  }

  private static boolean isTooMuch(byte[] json) {
    return of(json, 0, json.length) > MOST;
  }

  private static boolean mayBe(int length) {
    return length > MOST / (VALUE + 1);
  }
}
