package dev.catamaran.chart;

import java.net.URI;
import java.nio.file.Path;

/** Where a chart comes from. Its text is for people. */
public sealed interface ChartReference {

  /**
   * A chart on disk.
   *
   * @param path absolute, of a folder or a .tgz
   */
  record Local(Path path) implements ChartReference {
    @Override
    public String toString() {
      return path.toString();
    }
  }

  /** A chart that has to be pulled. */
  sealed interface Remote extends ChartReference {

    /** What {@code version} stands for. */
    default VersionRange range() {
      return new VersionRange(version());
    }

    /** A version, or a range of them. */
    String version();

    /** How it may be pulled. */
    PullRules rules();
  }

  /**
   * A chart in a container registry.
   *
   * @param registry host, and port if there is one
   * @param repository its path there, the chart's name at its end
   * @param version the tag, with {@code +} where the tag has {@code _}; a range; or the digest of a
   *     manifest, {@code sha256:} and 64 digits
   */
  record InRegistry(String registry, String repository, String version, PullRules rules)
      implements Remote {
    private static final String DIGEST = "sha256:";

    /** Whether it names one manifest, whatever tags say. */
    public boolean isByDigest() {
      return version.startsWith(DIGEST);
    }

    /** The chart's, as {@code helm push} makes it the end of the repository. */
    public String name() {
      return repository.substring(repository.lastIndexOf('/') + 1);
    }

    @Override
    public String toString() {
      return "oci://" + registry + "/" + repository + (isByDigest() ? "@" : " ") + version;
    }
  }

  /**
   * A chart in a repository that has an index.yaml.
   *
   * @param repository http, https or file; a folder, without a slash at its end
   * @param name the chart's
   * @param version one that the index has, or a range
   */
  record InRepository(URI repository, String name, String version, PullRules rules)
      implements Remote {
    @Override
    public String toString() {
      return name + " " + version + " of " + repository;
    }
  }
}
