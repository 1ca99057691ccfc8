package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The resource usage of a process, from the kernel (proc(5)).
 *
 * @param pid must be alive for each figure
 * @param withChildren whether the processes that it started count too, such as Catamaran's engine
 */
public record ProcessFigures(long pid, boolean withChildren) {
  /** The unit of {@code /proc/PID/stat}: the same on all Linux machines. */
  private static final long TICKS_PER_SECOND = 100;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  /** The usage of one process alone. */
  public ProcessFigures(long pid) {
    this(pid, false);
  }

  /** Processor time since its start, of all its threads, in steps of 10 ms. */
  public Duration cpu() {
    long ticks = pids().map(ProcessFigures::ticks).sum();
    return Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND);
  }

  private static long ticks(long pid) {
    var stat = read(pid, "stat");
    var fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    return Long.parseLong(fields.get(USER_TICKS)) + Long.parseLong(fields.get(SYSTEM_TICKS));
  }

  /** Resident memory in MB. */
  public long residentMegabytes() {
    return pids().map(ProcessFigures::residentKilobytes).sum() / 1024;
  }

  private static long residentKilobytes(long pid) {
    return read(pid, "status")
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  private LongStream pids() {
    var children =
        withChildren
            ? ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .mapToLong(ProcessHandle::pid)
            : LongStream.empty();
    return LongStream.concat(LongStream.of(pid), children);
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
