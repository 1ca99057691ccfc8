package dev.catamaran.watch;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A whole watches.yaml without problems.
 *
 * @param file path as given; empty if a program declares all entries
 * @param watches entries in the order of the file, then those that a program declares; each API
 *     once
 * @param notes sentences for the log that are not problems, such as a field without effect
 */
public record Watches(Path file, List<Watch> watches, List<String> notes) {

  /** Returns the names of the service accounts that make releases of the entries of {@code all}. */
  public static Set<String> accounts(List<Watch> all) {
    return all.stream()
        .flatMap(watch -> watch.chart().stream())
        .flatMap(chart -> chart.placement().serviceAccount().stream())
        .collect(Collectors.toSet());
  }
}
