package dev.catamaran.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The resource usage of a process, from the kernel (proc(5)).
 *
 * @param pid must be alive for each figure
 */
public record ProcessFigures(long pid) {
  /** The unit of {@code /proc/PID/stat}: the same on all Linux machines. */
  private static final long TICKS_PER_SECOND = 100;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  /** Processor time since its start, of all its threads, in steps of 10 ms. */
  public Duration cpu() {
    var stat = read("stat");
    var fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    long ticks = Long.parseLong(fields.get(USER_TICKS)) + Long.parseLong(fields.get(SYSTEM_TICKS));
    return Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND);
  }

  /** Resident memory in MB. */
  public long residentMegabytes() {
    return read("status")
            .lines()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .findFirst()
            .orElseThrow()
        / 1024;
  }

  private String read(String file) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
