package dev.catamaran.chartsource;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.PullRules;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.SharedEngine;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pulls charts from registries and repositories onto the disk. */
public final class PulledCharts {
  private static final Logger log = LoggerFactory.getLogger(PulledCharts.class);
  private static final Duration LIMIT = Duration.ofMinutes(5);

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

  /** Deletes what was pulled for a chart that nobody names any more. */
  void forget(ChartReference.Remote reference) {
    try {
      cache.forget(note(reference));
    } catch (ChartUnavailableException e) {
      log.warn("chart {}: what was pulled for it stays: {}", reference, e.problem());
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
    var archive =
        switch (reference) {
          case InRegistry(var registry, var repository, var version, var rules) ->
              pull("oci://" + registry + "/" + repository, "", version, rules);
          case InRepository(var repository, var name, var version, var rules) ->
              pull(repository.toString(), name, version, rules);
        };
    cache.remember(note(reference), archive);
    return archive;
  }

  private Path pull(String address, String name, String version, PullRules rules)
      throws ChartUnavailableException {
    return pull(
        new EngineRequest.Pull(
            address,
            name,
            version,
            rules.plainHttp(),
            rules.keyring().map(Path::toString).orElse(""),
            config.files().stream().map(Path::toString).toList(),
            cache.existing().toString()));
  }

  /**
   * Downloads a package of at most 100 MiB from an address that a person names. Sends no
   * credentials.
   *
   * @param plainHttp whether http is allowed
   * @throws ChartUnavailableException if the address has no such package, or sends it too slowly
   */
  public Path download(URI address, boolean plainHttp) throws ChartUnavailableException {
    return pull(
        new EngineRequest.Pull(
            address.toString(), "", "", plainHttp, "", List.of(), cache.existing().toString()));
  }

  /**
   * Returns the key of a pull. Packages pulled by other rules, or verified by other keys, do not
   * match.
   */
  private static String note(ChartReference.Remote reference) throws ChartUnavailableException {
    var rules = reference.rules();
    var keys = rules.keyring().isPresent() ? digestOf(rules.keyring().get()) : "";
    return "%s %s %s".formatted(reference, rules.plainHttp(), keys);
  }

  private static String digestOf(Path keyring) throws ChartUnavailableException {
    try {
      return PackageCache.sha256(Files.readAllBytes(keyring));
    } catch (IOException e) {
      throw new ChartUnavailableException(
          "keyring " + keyring + " cannot be read; write it with gpg --export");
    }
  }

  /**
   * Returns the pulled archive.
   *
   * @throws ChartUnavailableException if the chart cannot be had; says why
   */
  private static Path pull(EngineRequest.Pull request) throws ChartUnavailableException {
    try {
      return Path.of(SharedEngine.call(request, LIMIT).path("path").asText());
    } catch (EngineFaultException e) {
      throw new ChartUnavailableException(
          e.fault().reason() == Reason.DEADLINE
              ? "the whole pull takes more than %d s".formatted(LIMIT.toSeconds())
              : e.fault().message());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChartUnavailableException("the operator stops");
    }
  }
}
