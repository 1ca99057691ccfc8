package dev.catamaran.chart;

import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A chart that Helm can install, as far as known without rendering.
 *
 * @param path the chart's directory; for a .tgz, its unpacked directory
 * @param name from Chart.yaml
 * @param version from Chart.yaml, as written
 * @param appVersion from Chart.yaml, as written; empty if absent
 * @param digest of all files, as the engine counts it; a chart and its package have the same digest
 */
public record Chart(
    Path path, String name, String version, Optional<String> appVersion, String digest) {

  /**
   * Whether a version of a chart is older than another one. Java's order of versions is that of
   * SemVer for all that charts have.
   */
  public static boolean isOlder(String version, String than) {
    try {
      return Version.parse(comparable(version)).compareTo(Version.parse(comparable(than))) < 0;
    } catch (IllegalArgumentException e) {
      // Helm takes texts for versions that Java does not.
      return false;
    }
  }

  private static String comparable(String version) {
    return version.replaceFirst("^v", "").replaceFirst("[+].*", "");
  }
}
