package dev.catamaran.preview;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chartsource.PulledCharts;
import dev.catamaran.chartsource.RegistryConfig;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.cluster.LiveComparison;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.Overrides;
import dev.catamaran.desired.PlannedInput;
import dev.catamaran.engine.Engine;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.PrimaryRelease;
import dev.catamaran.inspect.Scope;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.preview.Gateway.Collected;
import dev.catamaran.preview.ObjectChange.Action;
import dev.catamaran.primary.Pending;
import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.UnreadableReleaseException;
import dev.catamaran.requests.FoundRollouts;
import dev.catamaran.rollout.RolloutPlan;
import dev.catamaran.temporary.TemporaryFolder;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.wire.SideBySide;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Makes previews for the primaries of a watches.yaml. */
public final class Previews implements AutoCloseable {
  private final Scope scope;
  private final Engine gateways = Engine.checker();
  private final PreviewCharts charts = new PreviewCharts();
  private final Input input;
  private final Map<PrimaryKind, Class<? extends OfKind>> classes = new ConcurrentHashMap<>();

  /** To start one takes longer than a pass. */
  private final Queue<PassTrial> idle = new ConcurrentLinkedQueue<>();

  private final Map<GroupVersionKind, Map<String, PlannedInput>> planned =
      new ConcurrentHashMap<>();

  /** What previews are made from. */
  record Input(KubernetesClient client, Cluster.Login login, List<Watch> watches, Charts charts) {}

  /** The charts of a watches.yaml, each loaded or pulled once. */
  static final class PreviewCharts implements Charts, AutoCloseable {
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
    this.input = new Input(scope.client(), scope.cluster().login(), watches, charts);
  }

  public static Previews of(Scope scope, Path watchesFile) {
    return new Previews(scope, read(watchesFile));
  }

  /** Reads a watches.yaml as the operator does, with the variables of this process. */
  private static List<Watch> read(Path file) {
    if (!Files.exists(file)) {
      throw new ManagerException(
          "%s does not exist; write --watches-file with the operator's file".formatted(file));
    }
    try (var engine = ChartEngine.start()) {
      return Scope.watches(file, engine, System.getenv()).watches();
    }
  }

  /** Previews the next pass over a primary. */
  public ReleasePreview of(PrimaryObject primary) {
    if (chart(primary).isEmpty()) {
      throw new ManagerException(
          "%s has no chart in watches.yaml, so there is nothing to compare"
              .formatted(primary.title()));
    }
    var preview = preview(primary);
    return primary.rolloutPending().map(preview::waiting).orElse(preview);
  }

  private Optional<Watch> watch(PrimaryObject primary) {
    return input.watches().stream()
        .filter(watch -> watch.gvk().apiVersion().equals(primary.kind().apiVersion()))
        .filter(watch -> watch.gvk().kind().equals(primary.kind().kind()))
        .findFirst();
  }

  private Optional<HelmChart> chart(PrimaryObject primary) {
    return watch(primary).flatMap(Watch::chart);
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
    var previews = previews(primaries, progress);
    var rollouts = rollouts(previews);
    var newest = rollouts.isEmpty() ? FoundRollouts.NONE : FoundRollouts.listed(scope.client());
    return Plan.of(previews).having(rollouts, newest, scope.namespace());
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

  /** Returns the plans of the kinds of which a primary changes: no other kind has a rollout. */
  private Map<String, RolloutPlan> rollouts(List<ReleasePreview> previews) {
    var changing =
        previews.stream()
            .filter(preview -> preview.isChange() && !preview.isTakeOver())
            .map(preview -> preview.primary().split("/", 2)[0])
            .collect(Collectors.toSet());
    var plans = new TreeMap<String, RolloutPlan>();
    for (var watch : input.watches()) {
      if (watch.source() instanceof HelmChart source
          && source.rollout().isPresent()
          && source.charts() instanceof ChartOffer.Single(var reference)
          && changing.contains(kind(watch).toLowerCase(Locale.ROOT))) {
        try {
          var edition = Edition.named(charts.get(reference), Overrides.of(source.values()));
          var inputs = planned.getOrDefault(watch.gvk(), Map.of());
          plans.put(kind(watch), RolloutPlan.of(edition, inputs));
        } catch (ChartUnavailableException e) {
          // Each primary of the kind fails, and says so.
        }
      }
    }
    return plans;
  }

  private static String kind(Watch watch) {
    return watch.gvk().kind() + "." + watch.gvk().group();
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
    var found = PrimaryRelease.of(input.client(), primary);
    if (primary.isBeingDeleted() || primary.unwatched().isPresent()) {
      var why = primary.outlook().orElseThrow();
      return primary.isBeingRemoved()
          ? removal(primary, found, why)
          : ReleasePreview.nothing(primary, found.key(), "", why);
    }
    if (found.pending().isPresent() && !primary.isPaused()) {
      return ReleasePreview.pending(primary, found.key(), found.pending().get());
    }
    var trial = Optional.ofNullable(idle.poll()).orElseGet(() -> new PassTrial(input, gateways));
    boolean isReusable = false;
    try {
      trial.gateway().turnTo(primary);
      var text = outcome(primary, found, trial);
      var after = revisions(trial.gateway(), found.key());
      var written = trial.gateway().written();
      // The next primary must not see the kinds of this one.
      isReusable = !written.path("kinds").asBoolean();
      var secrets = found.history().secrets().and(after.secrets());
      var collected =
          new Collected(written, objects(found.current()), found.key().namespace(), secrets);
      var preview =
          new ReleasePreview(
              primary.title(),
              primary.namespace(),
              found.key().name(),
              text.action(),
              secrets.hide(text.problem()),
              text.note(),
              collected.changes(),
              text.problem().isEmpty() ? collected.unchanged(objects(after.latest())) : 0,
              collected.hooks(found.history().latest().isEmpty()));
      return preview.isChange() && keepsEdition(primary)
          ? ReleasePreview.nothing(
              primary, found.key(), "", primary.rolloutPending().orElse(Pending.HELD.message()))
          : preview;
    } finally {
      if (isReusable) {
        idle.add(trial);
      } else {
        trial.close();
      }
    }
  }

  /** The operator deletes what there is, but for what a person keeps. */
  private ReleasePreview removal(PrimaryObject primary, PrimaryRelease found, String why) {
    var comparison =
        new LiveComparison(
            scope.client(), scope.apis(), DriftRules.none(), scope.cluster().engine());
    var deleted =
        objects(found.current()).stream()
            .filter(object -> !object.isKept())
            .flatMap(object -> comparison.found(object, found.key().namespace()).stream())
            .filter(object -> !new ManifestObject(object).isKept())
            .map(object -> ObjectChange.of(Action.DELETED, object, false, List.of()))
            .toList();
    return new ReleasePreview(
        primary.title(),
        primary.namespace(),
        found.key().name(),
        "removal",
        "",
        why,
        deleted,
        objects(found.current()).size() - deleted.size(),
        List.of());
  }

  /** Whether a label keeps the chart of a release that has its newest spec. */
  private boolean keepsEdition(PrimaryObject primary) {
    return chart(primary).flatMap(HelmChart::rollout).isPresent()
        && primary.requests().holdsEdition()
        && primary.deployed().isPresent()
        && !primary.isBehind();
  }

  /** Runs the pass. If the kind has rollouts, notes what a plan records of the primary. */
  private OutcomeText outcome(PrimaryObject primary, PrimaryRelease found, PassTrial trial) {
    var watch = watch(primary).orElseThrow();
    var source = chart(primary).orElseThrow();
    var type = classes.computeIfAbsent(primary.kind(), kind -> KindClasses.of(kind.context()));
    var object = input.client().getKubernetesSerialization().convertValue(primary.content(), type);
    try {
      var tried = trial.run(watch, source, object, found.current());
      var text = OutcomeText.of(tried, primary.failure().orElse(""));
      if (source.rollout().isPresent()) {
        planned
            .computeIfAbsent(watch.gvk(), gvk -> new ConcurrentHashMap<>())
            .put(primary.identity().uid(), trial.planned(source, object, found.key()));
      }
      return text.noting(trial.gap());
    } finally {
      trial.forget(object);
    }
  }

  private static History revisions(Gateway gateway, ReleaseKey release) {
    try {
      return release.namespace().isEmpty()
          ? History.none()
          : new StoredRevisions(gateway.client()).of(release).history();
    } catch (UnreadableReleaseException e) {
      return History.none();
    }
  }

  private static List<ManifestObject> objects(Optional<Revision> revision) {
    return revision.map(found -> found.manifest().readable()).orElse(List.of());
  }

  @Override
  public void close() {
    idle.forEach(PassTrial::close);
    gateways.close();
    charts.close();
  }
}
