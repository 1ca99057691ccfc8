package dev.catamaran.chartsource;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.chart.Charts.PackagedCharts;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chartsource.FollowedFiles.Following;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stock of all charts that watches name. Follows local charts, pulls remote charts once, and
 * retries failed loads.
 */
public final class ChartSupply implements Charts, PackagedCharts, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ChartSupply.class);

  private record Item(StockedChart chart, Following following) {}

  private final ChartLoader loader;
  private final PulledCharts pulled;
  private final FollowedFiles files;
  private final Map<ChartReference, Item> stock = new ConcurrentHashMap<>();
  private final Set<StockedChart> waiting = ConcurrentHashMap.newKeySet();
  private final CopyOnWriteArrayList<Consumer<ChartReference>> listeners =
      new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService retries =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("charts").daemon().factory());

  /**
   * Makes an empty stock.
   *
   * @param loader loads charts from disk
   * @param pulled pulls remote charts to disk
   * @param files follows charts on disk
   */
  public ChartSupply(ChartLoader loader, PulledCharts pulled, FollowedFiles files) {
    this.loader = loader;
    this.pulled = pulled;
    this.files = files;
  }

  /**
   * Notifies {@code listener} of each chart that changes, becomes missing or is available again.
   */
  public void onChange(Consumer<ChartReference> listener) {
    listeners.add(listener);
  }

  /** Starts to load those charts that are not in stock; returns at once. */
  public void add(Set<ChartReference> wanted) {
    wanted.forEach(reference -> stock.computeIfAbsent(reference, this::item));
  }

  /** Waits until each chart was requested once, whether or not that succeeded. */
  public void await(Set<ChartReference> wanted) {
    for (var reference : wanted) {
      try {
        get(reference);
      } catch (ChartUnavailableException e) {
        log.debug("Waited for {} without success", reference);
      }
    }
  }

  /** Forgets all charts except {@code wanted}, and deletes what was pulled for them. */
  public void keepOnly(Set<ChartReference> wanted) {
    for (var reference : Set.copyOf(stock.keySet())) {
      if (!wanted.contains(reference)) {
        release(reference);
        if (reference instanceof ChartReference.Remote remote) {
          pulled.forget(remote);
        }
      }
    }
  }

  private void release(ChartReference reference) {
    var item = stock.remove(reference);
    if (item != null) {
      item.following().close();
    }
  }

  /**
   * Checks a chart on disk that a new watches.yaml names. Skips charts in stock: their primaries
   * report their problems.
   *
   * @throws InvalidChartException if the chart is new and invalid
   */
  public void check(Path chart) throws InvalidChartException {
    if (!stock.containsKey(new ChartReference.Local(chart))) {
      loader.load(chart);
    }
  }

  @Override
  public Chart load(Path name, byte[] archive) throws InvalidChartException {
    return loader.load(name, archive);
  }

  @Override
  public Chart get(ChartReference reference) throws ChartUnavailableException {
    var item = stock.get(reference);
    if (item == null) {
      throw new ChartUnavailableException(
          "chart " + reference + " is not named by any watch any more");
    }
    var chart = item.chart();
    if (chart.isLost() && chart.loadIfLost()) {
      changed(chart);
    }
    return chart.get();
  }

  @Override
  public void close() {
    retries.shutdownNow();
    // The next process may need what was pulled.
    Set.copyOf(stock.keySet()).forEach(this::release);
  }

  private Item item(ChartReference reference) {
    var chart = new StockedChart(reference, this::load);
    Following following =
        switch (reference) {
          case ChartReference.Local(var path) -> files.follow(path, () -> reload(chart));
          case ChartReference.Remote ignored -> () -> {};
        };
    Thread.ofVirtual().name("chart " + reference).start(() -> reload(chart));
    return new Item(chart, following);
  }

  private void reload(StockedChart chart) {
    if (chart.load()) {
      changed(chart);
    } else if (chart.isMissing()) {
      tell(chart);
      retryLater(chart);
    }
  }

  private void changed(StockedChart chart) {
    tell(chart);
    if (chart.isMissing()) {
      retryLater(chart);
    }
    listeners.forEach(listener -> listener.accept(chart.reference()));
  }

  private void retryLater(StockedChart chart) {
    if (!waiting.add(chart)) {
      return;
    }
    try {
      var unused =
          retries.schedule(
              () -> Thread.ofVirtual().start(() -> retry(chart)),
              chart.delay().toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("{} is not tried again: the operator stops", chart.reference());
    }
  }

  private void retry(StockedChart chart) {
    waiting.remove(chart);
    var item = stock.get(chart.reference());
    // A change of its files may have repaired the chart, or no watch names it any more.
    if (item != null && item.chart() == chart && chart.isMissing()) {
      reload(chart);
    }
  }

  private static void tell(StockedChart chart) {
    try {
      var now = chart.get();
      log.info("Chart {} has changed: {} {}", chart.reference(), now.name(), now.version());
    } catch (ChartUnavailableException e) {
      log.warn("{}; tried again in {} s", e.problem(), chart.delay().toSeconds());
    }
  }

  private Chart load(ChartReference reference) throws ChartUnavailableException {
    try {
      return switch (reference) {
        case ChartReference.Local(var path) -> loader.load(path);
        case ChartReference.Remote remote -> pulled.load(remote, loader);
      };
    } catch (InvalidChartException | ManagerException | UncheckedIOException e) {
      throw new ChartUnavailableException(String.valueOf(e.getMessage()));
    }
  }
}
