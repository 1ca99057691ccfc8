package dev.catamaran.preview;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chartsource.PulledCharts;
import dev.catamaran.chartsource.RegistryConfig;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.Overrides;
import dev.catamaran.desired.PlannedInput;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.EngineSyntax;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Scope;
import dev.catamaran.inspect.Target;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.rollout.RolloutPlan;
import dev.catamaran.temporary.TemporaryFolder;
import dev.catamaran.watch.InvalidWatchesException;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.WatchesLoader;
import dev.catamaran.wire.SideBySide;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Makes previews for the primaries of a watches.yaml. */
public final class Previews implements AutoCloseable {
  private final Scope scope;
  private final RealServer server;
  private final PreviewCharts charts = new PreviewCharts();
  private final Input input;
  private final Queue<PreviewWorker> idle = new ConcurrentLinkedQueue<>();
  private final Map<GroupVersionKind, Map<String, PlannedInput>> planned =
      new ConcurrentHashMap<>();

  /**
   * What previews are made from.
   *
   * @param client has the rights of the person
   * @param watches the entries of watches.yaml
   */
  record Input(KubernetesClient client, List<Watch> watches, Charts charts) {}

  /** The charts of a watches.yaml, each loaded or pulled once. */
  private static final class PreviewCharts implements Charts, AutoCloseable {
    private final TemporaryFolder folder = TemporaryFolder.create("catamaran-preview-");
    private final ChartLoader loader = new ChartLoader(folder.path().resolve("unpacked"));
    private final Map<ChartReference, Chart> loaded = new HashMap<>();
    private final PulledCharts pulled =
        new PulledCharts(
            folder.path().resolve("pulled"),
            RegistryConfig.ofHelm(System.getenv(), Path.of(System.getProperty("user.home"))));

    @Override
    public synchronized Chart get(ChartReference reference) throws ChartUnavailableException {
      var known = loaded.get(reference);
      if (known != null) {
        return known;
      }
      var chart = load(reference);
      loaded.put(reference, chart);
      return chart;
    }

    private Chart load(ChartReference reference) throws ChartUnavailableException {
      try {
        return switch (reference) {
          case ChartReference.Local(var path) -> loader.load(path);
          case ChartReference.Remote remote -> pulled.load(remote, loader);
        };
      } catch (InvalidChartException | UncheckedIOException e) {
        throw new ChartUnavailableException(String.valueOf(e.getMessage()));
      }
    }

    @Override
    public void close() {
      folder.close();
    }
  }

  private Previews(Scope scope, List<Watch> watches) {
    this.scope = scope;
    this.server = new RealServer(scope.client());
    this.input = new Input(scope.client(), watches, charts);
  }

  /**
   * Reads a watches.yaml.
   *
   * @throws ManagerException if the file cannot be used
   */
  public static Previews of(Scope scope, Path watchesFile) {
    return new Previews(scope, read(watchesFile));
  }

  /**
   * Reads a watches.yaml as the operator does, with the variables of this process.
   *
   * @throws ManagerException if it does not exist or has problems
   */
  private static List<Watch> read(Path file) {
    if (!Files.exists(file)) {
      throw new ManagerException(
          "%s does not exist; write --watches-file with the operator's file".formatted(file));
    }
    try (var engine = ChartEngine.start()) {
      return new WatchesLoader(chart -> {}, new EngineSyntax(engine))
          .load(file, System.getenv())
          .watches();
    } catch (InvalidWatchesException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Previews the next pass over one primary.
   *
   * @throws ManagerException if it does not exist, or its kind has no chart
   */
  public ReleasePreview of(Target target) {
    return of(scope.primary(target));
  }

  /**
   * Previews the next pass over a primary that was read.
   *
   * @throws ManagerException if its kind has no chart
   */
  ReleasePreview of(PrimaryObject primary) {
    if (chart(primary).isEmpty()) {
      throw new ManagerException(
          "%s has no chart in watches.yaml, so there is nothing to compare"
              .formatted(primary.title()));
    }
    return preview(primary);
  }

  private Optional<Watch> watch(PrimaryObject primary) {
    return input.watches().stream()
        .filter(watch -> watch.gvk().apiVersion().equals(primary.kind().apiVersion()))
        .filter(watch -> watch.gvk().kind().equals(primary.kind().kind()))
        .findFirst();
  }

  private Optional<HelmChart> chart(PrimaryObject primary) {
    return watch(primary)
        .map(Watch::source)
        .filter(HelmChart.class::isInstance)
        .map(HelmChart.class::cast);
  }

  Set<Path> localCharts() {
    return input.watches().stream()
        .map(Watch::source)
        .filter(HelmChart.class::isInstance)
        .flatMap(source -> ((HelmChart) source).charts().references().stream())
        .filter(ChartReference.Local.class::isInstance)
        .map(chart -> ((ChartReference.Local) chart).path())
        .collect(Collectors.toSet());
  }

  /** Receives the progress of many previews, from several threads. */
  @FunctionalInterface
  public interface Progress {
    /** {@code done} of {@code all} previews are made. */
    void made(int done, int all);
  }

  /** Previews the next pass over each primary of a kind with a chart. */
  public Plan all(Progress progress) {
    var listing = scope.list();
    listing
        .note()
        .ifPresent(
            note -> {
              throw new ManagerException("the plan would be incomplete: " + note);
            });
    var primaries = listing.primaries().filter(primary -> chart(primary).isPresent()).toList();
    var plan = Plan.of(previews(primaries, progress));
    return plan.isChange() ? plan.having(rollouts(), scope.namespace()) : plan;
  }

  private List<ReleasePreview> previews(List<PrimaryObject> primaries, Progress progress) {
    var done = new AtomicInteger();
    return SideBySide.ofEach(
        Runtime.getRuntime().availableProcessors(),
        primaries,
        primary -> {
          var preview = orFailure(primary);
          progress.made(done.incrementAndGet(), primaries.size());
          return preview;
        });
  }

  private Map<String, RolloutPlan> rollouts() {
    var plans = new TreeMap<String, RolloutPlan>();
    for (var watch : input.watches()) {
      if (watch.source() instanceof HelmChart source
          && source.rollout().isPresent()
          && source.charts() instanceof ChartOffer.Single(var reference)) {
        try {
          var edition = Edition.named(charts.get(reference), Overrides.of(source.values()));
          var inputs = planned.getOrDefault(watch.gvk(), Map.of());
          plans.put(
              watch.gvk().kind() + "." + watch.gvk().group(), RolloutPlan.of(edition, inputs));
        } catch (ChartUnavailableException e) {
          // Each primary of the kind fails, and says so.
        }
      }
    }
    return plans;
  }

  /** The revisions of one release may be unreadable; the others are of interest then, too. */
  private ReleasePreview orFailure(PrimaryObject primary) {
    try {
      return preview(primary);
    } catch (ManagerException e) {
      var key = new ReleaseKey(primary.namespace(), primary.name());
      return ReleasePreview.nothing(primary, key, String.valueOf(e.getMessage()), "");
    }
  }

  private ReleasePreview preview(PrimaryObject primary) {
    var watch = watch(primary).orElseThrow();
    var worker = Optional.ofNullable(idle.poll()).orElseGet(() -> new PreviewWorker(server, input));
    try {
      var made = worker.of(primary, watch, chart(primary).orElseThrow());
      made.input()
          .ifPresent(
              found ->
                  planned
                      .computeIfAbsent(watch.gvk(), gvk -> new ConcurrentHashMap<>())
                      .put(primary.identity().uid(), found));
      return made.preview();
    } finally {
      idle.add(worker);
    }
  }

  @Override
  public void close() {
    idle.forEach(PreviewWorker::close);
    charts.close();
  }
}
