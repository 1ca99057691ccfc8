package dev.catamaran.project;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.chart.ChartReference.PullRules;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chartsource.ChartSupply;
import dev.catamaran.chartsource.FollowedFiles;
import dev.catamaran.chartsource.PulledCharts;
import dev.catamaran.chartsource.RegistryConfig;
import dev.catamaran.project.ProjectApi.ProjectChart;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The origin of a chart, as people name it for {@code create api}. The forms are those of
 * operator-sdk.
 *
 * @param chart a folder, a .tgz, the address of a .tgz, or {@code oci://host/path}; with {@code
 *     repository} only a name
 * @param repository address of a repository; empty for none
 */
public record ChartOrigin(String chart, String repository, String version, boolean plainHttp) {
  private static final String OCI = "oci://";
  private static final String OPTION = "--helm-chart";

  /** Any version that is not a pre-release. */
  private static final String NEWEST = ">=0.0.0";

  public ChartOrigin {
    if (chart.isEmpty() && !(repository.isEmpty() && version.isEmpty())) {
      throw new ManagerException(
          "--helm-chart-repo and --helm-chart-version need --helm-chart: name the chart");
    }
  }

  /** Loads the chart; pulls it if it is not on disk. */
  public Chart load(Path workFolder) {
    return load(workFolder, OPTION);
  }

  /**
   * The same for a chart that another option or file names.
   *
   * @param named what names it; begins the message of a failure
   */
  public Chart load(Path workFolder, String named) {
    var loader = new ChartLoader(workFolder.resolve("unpacked"));
    var home = Path.of(System.getProperty("user.home"));
    var pulled =
        new PulledCharts(
            workFolder.resolve("pulled"), RegistryConfig.ofHelm(System.getenv(), home));
    var reference = reference(pulled);
    try (var files = new FollowedFiles();
        var supply = new ChartSupply(loader, pulled, files)) {
      if (reference instanceof Local(var path)) {
        return loader.load(path);
      }
      supply.add(Set.of(reference));
      return supply.get(reference);
    } catch (InvalidChartException | ChartUnavailableException e) {
      var message = e.getMessage() == null ? e.toString() : e.getMessage();
      throw new ManagerException(
          named
              + ": "
              + (reference instanceof Local(var path)
                  ? message.replace(path.toString(), chart)
                  : ProjectChart.withoutPasswords(message)));
    }
  }

  public Optional<Path> folder() {
    return Optional.of(chart)
        .filter(path -> repository.isEmpty() && !path.isEmpty() && !path.contains("://"))
        .map(Path::of)
        .filter(Files::isDirectory);
  }

  /**
   * Returns what PROJECT says about the chart; empty if it is not pulled: a path would be that of
   * one person's disk.
   *
   * @param loaded version from Chart.yaml
   * @param digest of the files that are copied
   */
  public Optional<ProjectChart> recorded(String loaded, String digest) {
    return isOnDisk()
        ? Optional.empty()
        : Optional.of(
            new ProjectChart(
                ProjectChart.withoutCredentials(chart),
                ProjectChart.withoutCredentials(repository),
                loaded,
                digest));
  }

  private boolean isOnDisk() {
    return repository.isEmpty()
        && !chart.contains("://")
        && (chart.isEmpty() || Files.exists(Path.of(chart)));
  }

  private ChartReference reference(PulledCharts pulled) {
    var rules = new PullRules(plainHttp, Optional.empty());
    if (chart.startsWith(OCI)) {
      var path = chart.substring(OCI.length());
      int slash = path.indexOf('/');
      int colon = path.lastIndexOf(':');
      if (colon > slash && slash > 0) {
        throw new ManagerException(
            "--helm-chart: write \"%s%s\" with --helm-chart-version %s"
                .formatted(OCI, path.substring(0, colon), path.substring(colon + 1)));
      }
      if (slash < 1) {
        throw new ManagerException(
            "--helm-chart: \"%s\" has no path; write oci://host/path".formatted(chart));
      }
      return new InRegistry(path.substring(0, slash), path.substring(slash + 1), range(), rules);
    }
    if (!repository.isEmpty()) {
      return inRepository(address(repository, "--helm-chart-repo"), chart, rules);
    }
    if (chart.startsWith("https://") || chart.startsWith("http://")) {
      return onlyVersion(download(address(chart, "--helm-chart"), pulled));
    }
    if (!isOnDisk()) {
      throw new ManagerException(
          "--helm-chart: \"%s\" does not exist. Name a directory, a .tgz, an https address of a .tgz, oci://host/path, or a chart of --helm-chart-repo (helm repo list has addresses)"
              .formatted(chart));
    }
    return onlyVersion(Path.of(chart).toAbsolutePath().normalize());
  }

  private InRepository inRepository(URI address, String name, PullRules rules) {
    requireEncryption(address);
    return new InRepository(address, name, range(), rules);
  }

  private void requireEncryption(URI address) {
    if ("http".equals(address.getScheme()) && !plainHttp) {
      throw new ManagerException(
          "%s is not encrypted; use https, or allow it with --plain-http"
              .formatted(ProjectChart.withoutCredentials(address.toString())));
    }
  }

  private static URI address(String text, String option) {
    try {
      var address = new URI(text.replaceAll("/+$", ""));
      if (address.getScheme() != null && address.getHost() != null) {
        return address;
      }
    } catch (URISyntaxException e) {
      // The message below says what is expected.
    }
    throw new ManagerException(
        "%s: \"%s\" is not an address, such as https://example.com/charts".formatted(option, text));
  }

  private Local onlyVersion(Path file) {
    if (!version.isEmpty()) {
      throw new ManagerException(
          "--helm-chart-version: %s has one version only; leave the option out".formatted(chart));
    }
    return new Local(file);
  }

  private String range() {
    return version.isEmpty() ? NEWEST : version;
  }

  private Path download(URI address, PulledCharts pulled) {
    requireEncryption(address);
    try {
      return pulled.download(address, plainHttp);
    } catch (ChartUnavailableException e) {
      throw new ManagerException("--helm-chart: " + ProjectChart.withoutPasswords(e.problem()));
    } catch (UncheckedIOException e) {
      throw new ManagerException("--helm-chart: %s cannot be stored: %s".formatted(address, e));
    }
  }
}
