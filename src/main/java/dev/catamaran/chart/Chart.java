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
}
