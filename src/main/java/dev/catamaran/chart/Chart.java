package dev.catamaran.chart;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A chart that Helm can install, as far as can be known without rendering it.
 *
 * @param path the chart's directory; for a .tgz, where it was unpacked
 * @param name from Chart.yaml
 * @param version from Chart.yaml, as written
 * @param appVersion from Chart.yaml, as written; empty if it has none
 * @param digest of all files, see {@link ChartDigest}; a chart and its package have the same
 * @param askedApis what the templates ask of {@code .Capabilities.APIVersions.Has}, subcharts
 *     included; sorted
 */
public record Chart(
    Path path,
    String name,
    String version,
    Optional<String> appVersion,
    String digest,
    Set<String> askedApis) {

  public Chart {
    askedApis = Collections.unmodifiableSortedSet(new TreeSet<>(askedApis));
  }

  /**
   * Whether a folder has the very files of this chart.
   *
   * @throws java.io.UncheckedIOException if they cannot be read
   */
  public boolean isAt(Path folder) {
    return digestOf(folder).filter(digest::equals).isPresent();
  }

  /**
   * The digest of the chart in a folder; empty if something there is no file.
   *
   * @throws java.io.UncheckedIOException if a file cannot be read
   */
  public static Optional<String> digestOf(Path folder) {
    try {
      return Optional.of(ChartDigest.of(ChartDirectory.files(folder)));
    } catch (InvalidChartException e) {
      return Optional.empty();
    }
  }
}
