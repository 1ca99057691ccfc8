package dev.catamaran.engine;

import java.util.List;
import java.util.Map;

/**
 * How much memory the engine may take: as much as Java's heap, so that one flag of Java divides the
 * memory of a pod between the two. Measured: 73 MB after 150 installations, of which 41 are pages
 * of the program's file.
 *
 * @param bound the engine ends itself above it, in MiB
 */
record EngineMemory(long bound) {
  private static final long MIB = 1 << 20;

  /** With less, it could not work. */
  private static final long LEAST = 128;

  /** With more, a heap for many primaries would allow the engine what it never needs. */
  private static final long MOST = 1024;

  /** The pages of the program's file: its own bound counts them, and Go's does not. */
  private static final long FILE = 40;

  /** How many processes run apart at once, at most. */
  static final int APART = 3;

  /** What Java takes beside its heap, for classes, code and threads. */
  private static final long JAVA = 120;

  /** Returns the memory beside the heap of this process. */
  static EngineMemory ofThisProcess() {
    return beside(Runtime.getRuntime().maxMemory());
  }

  /**
   * Returns the memory beside a heap.
   *
   * @param heap its maximum, in bytes
   */
  static EngineMemory beside(long heap) {
    return new EngineMemory(Math.clamp(heap / MIB, LEAST, MOST));
  }

  /** Returns the memory of a process that runs apart, beside the one for all others. */
  EngineMemory apart() {
    return new EngineMemory(Math.max(LEAST, bound / 2));
  }

  /** Returns what heap, Java and all processes may take together, in MiB. They share the file. */
  static long ofAll(long heap) {
    var together = beside(heap);
    return heap / MIB + JAVA + together.bound + APART * (together.apart().bound - FILE);
  }

  /** Returns the bound in bytes. */
  long bytes() {
    return bound * MIB;
  }

  /** Returns the arguments of the engine. */
  List<String> arguments() {
    return List.of("-memory-mb", Long.toString(bound));
  }

  /**
   * Returns variables of its environment. Go collects garbage when the heap is five times what
   * lives, and not twice: a quarter less CPU for an installation, for 17 MB more. A fifth below the
   * bound, it collects whenever it must.
   */
  Map<String, String> variables() {
    return Map.of("GOGC", "400", "GOMEMLIMIT", "%dMiB".formatted((bound - FILE) * 4 / 5));
  }
}
