package dev.catamaran.chartsource;

import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.VersionRange;
import java.util.Collection;
import java.util.stream.Collectors;

/** Errors common to registries and repositories. */
final class VersionChoice {
  private static final int VERSIONS_TOLD = 10;

  private VersionChoice() {}

  static ChartUnavailableException none(VersionRange range, Collection<String> there) {
    var newest =
        VersionRange.sorted(there).stream().limit(VERSIONS_TOLD).collect(Collectors.joining(", "));
    var more = there.size() > VERSIONS_TOLD ? " and older ones" : "";
    return new ChartUnavailableException(
        "there is no version %s; there are %s%s"
            .formatted(range.text(), newest.isEmpty() ? "none" : newest, more));
  }

  static ChartUnavailableException refused(String host, int status) {
    return new ChartUnavailableException(
        "%s refuses access (%d); check the credentials for it in --registry-config"
            .formatted(host, status));
  }
}
