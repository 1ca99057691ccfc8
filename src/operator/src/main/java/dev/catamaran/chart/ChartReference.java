package dev.catamaran.chart;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** Origin of a chart. Its text is for the user. */
public sealed interface ChartReference {

  /**
   * A chart on disk.
   *
   * @param path absolute path of a folder or a .tgz
   */
  record Local(Path path) implements ChartReference {
    @Override
    public String toString() {
      return path.toString();
    }
  }

  /** A chart that must be pulled. */
  sealed interface Remote extends ChartReference {

    String version();

    PullRules rules();
  }

  /**
   * A chart in a container registry.
   *
   * @param registry host, and port if there is one
   * @param repository path in the registry; it ends with the chart's name
   * @param version the tag, with {@code +} where the tag has {@code _}; a range; or the digest of a
   *     manifest, {@code sha256:} and 64 digits
   */
  record InRegistry(String registry, String repository, String version, PullRules rules)
      implements Remote {
    private static final String DIGEST = "sha256:";

    @Override
    public String toString() {
      return "oci://"
          + registry
          + "/"
          + repository
          + (version.startsWith(DIGEST) ? "@" : " ")
          + version;
    }
  }

  /**
   * A chart in a repository with an index.yaml.
   *
   * @param repository http, https or file address of a folder, without a trailing slash
   * @param name name of the chart
   * @param version a version in the index, or a range
   */
  record InRepository(URI repository, String name, String version, PullRules rules)
      implements Remote {
    @Override
    public String toString() {
      return name + " " + version + " of " + repository;
    }
  }

  /**
   * Rules for the pull of a chart.
   *
   * @param plainHttp whether http is allowed, which lets anyone on the network path read and change
   *     the content
   * @param keyring public keys (OpenPGP); one of them must have signed the chart's provenance file;
   *     empty means that no signature is necessary
   */
  record PullRules(boolean plainHttp, Optional<Path> keyring) {
    /** Rules that require https, but no signature. */
    public static final PullRules ORDINARY = new PullRules(false, Optional.empty());
  }
}
