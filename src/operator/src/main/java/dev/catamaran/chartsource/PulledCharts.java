package dev.catamaran.chartsource;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.InvalidChartException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pulls charts from registries and repositories onto the disk. */
public final class PulledCharts {
  private static final Logger log = LoggerFactory.getLogger(PulledCharts.class);

  private final PackageCache cache;
  private final RegistryConfig config;

  /**
   * Makes a puller of charts.
   *
   * @param folder where packages are stored by digest; survives a restart
   * @param config the credentials
   */
  public PulledCharts(Path folder, RegistryConfig config) {
    this.cache = new PackageCache(folder);
    this.config = config;
  }

  /**
   * Pulls a chart and loads it. If the pull fails, an earlier package for the same reference is
   * used.
   *
   * @throws InvalidChartException if the pulled package is not a valid chart
   */
  public Chart load(ChartReference.Remote reference, ChartLoader loader)
      throws ChartUnavailableException, InvalidChartException {
    var archive = pull(reference);
    try {
      return loader.load(archive);
    } catch (InvalidChartException e) {
      throw new ChartUnavailableException(
          "chart " + reference + ": what was pulled cannot be used: " + e.getMessage());
    }
  }

  private Path pull(ChartReference.Remote reference) throws ChartUnavailableException {
    try {
      return pullNow(reference);
    } catch (ChartUnavailableException e) {
      var problem = "chart " + reference + ": " + e.problem();
      var before = cache.remembered(note(reference));
      before.ifPresent(
          archive -> log.warn("{}; it is taken from {}, where it was pulled to", problem, archive));
      return before.orElseThrow(() -> new ChartUnavailableException(problem));
    }
  }

  private Path pullNow(ChartReference.Remote reference) throws ChartUnavailableException {
    try (var web = new Web(reference.rules().plainHttp())) {
      var pulled =
          switch (reference) {
            case InRegistry chart -> new RegistryPull(web, config, cache, chart).pull();
            case InRepository chart -> new RepositoryPull(web, config, cache, chart).pull();
          };
      var keyring = reference.rules().keyring();
      if (keyring.isPresent()) {
        Keyring.read(keyring.get()).verify(pulled);
      }
      cache.remember(note(reference), pulled.archive());
      return pulled.archive();
    }
  }

  /**
   * Returns the key of a pull. Packages pulled by other rules, or verified by other keys, do not
   * match.
   */
  private static String note(ChartReference.Remote reference) throws ChartUnavailableException {
    var rules = reference.rules();
    var keys = rules.keyring().isPresent() ? Keyring.read(rules.keyring().get()).digest() : "";
    return "%s %s %s".formatted(reference, rules.plainHttp(), keys);
  }
}
