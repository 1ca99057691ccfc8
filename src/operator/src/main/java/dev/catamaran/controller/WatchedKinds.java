package dev.catamaran.controller;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chartsource.ChartSupply;
import dev.catamaran.controller.KindController.Start;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.rollout.Rollouts;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.ExtensionSource;
import dev.catamaran.watch.Watch.Source.GivenReconcilers;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one controller for each watch, and follows changes of the watches. */
public final class WatchedKinds {
  private static final Logger log = LoggerFactory.getLogger(WatchedKinds.class);

  /** What the deletion of a primary waits for without a controller. */
  private static final String KEPT =
      "Custom resources without a watch keep their finalizer, so a deleted one waits. To uninstall"
          + " its release, put back";

  private final SdkOperators operators;
  private final ChartSupply charts;
  private final Controllers controllers;
  private final Rollouts rollouts;
  private volatile List<Watch> watches = List.of();

  public WatchedKinds(
      SdkOperators operators, ChartSupply charts, Controllers controllers, Rollouts rollouts) {
    this.operators = operators;
    this.charts = charts;
    this.controllers = controllers;
    this.rollouts = rollouts;
  }

  public List<Watch> watches() {
    return watches;
  }

  /** Whether a kind is watched, in any version. */
  public boolean include(String group, String kind) {
    return watches.stream()
        .map(Watch::gvk)
        .anyMatch(gvk -> gvk.group().equals(group) && gvk.kind().equals(kind));
  }

  public List<GroupVersionKind> chartBacked() {
    return watches.stream()
        .filter(watch -> watch.source() instanceof HelmChart)
        .map(Watch::gvk)
        .toList();
  }

  public Stream<GroupVersionKind> madeFrom(ChartReference chart) {
    return watches.stream()
        .filter(watch -> references(watch).anyMatch(chart::equals))
        .map(Watch::gvk);
  }

  /**
   * Switches to other watches. Unchanged watches are not interrupted.
   *
   * @param runtime the services for new reconcilers and extensions
   * @param adjust called whenever a controller can be started
   * @throws ManagerException if a reconciler cannot be made; then nothing changes
   */
  public synchronized void change(Watches wanted, OperatorRuntime runtime, Runnable adjust) {
    var before = watches;
    var now = wanted.watches();
    var starts = new HashMap<GroupVersionKind, Start>();
    now.stream()
        .filter(watch -> isNew(watch, before))
        .forEach(watch -> starts.put(watch.gvk(), start(watch, runtime)));
    charts.add(references(now));
    watches = now;
    for (var watch : before) {
      if (find(now, watch.gvk()).isEmpty()) {
        log.warn("{} is watched no longer. {} the watch", watch.gvk(), KEPT);
        controllers.remove(watch.gvk());
      }
    }
    for (var watch : now) {
      var start = starts.get(watch.gvk());
      if (start != null) {
        controllers.put(watch.gvk(), start, adjust);
        find(before, watch.gvk())
            .filter(o -> !o.options().selector().equals(watch.options().selector()))
            .ifPresent(o -> log.warn("{} has another selector. {} the labels", watch.gvk(), KEPT));
      }
    }
    charts.keepOnly(references(now));
  }

  private static boolean isNew(Watch watch, List<Watch> before) {
    return find(before, watch.gvk()).filter(watch::meansTheSame).isEmpty();
  }

  /** Makes extensions and reconcilers once, for all starts. */
  private Start start(Watch watch, OperatorRuntime runtime) {
    return switch (watch.source()) {
      case HelmChart chart -> {
        var extensions = extensions(watch, chart, runtime);
        yield new Start(
            () -> {
              charts.await(chart.charts().references());
              rollouts.prepare(watch.gvk(), chart);
            },
            onEnd -> operators.forChart(watch, chart, extensions, onEnd));
      }
      case JavaReconcilers typed -> start(watch, TypedReconcilers.of(watch, typed, runtime));
      case GivenReconcilers given -> start(watch, TypedReconcilers.of(watch, given, runtime));
    };
  }

  private Start start(Watch watch, List<Reconciler<HasMetadata>> reconcilers) {
    operators.check(watch, reconcilers);
    return new Start(() -> {}, onEnd -> operators.forReconcilers(watch, reconcilers, onEnd));
  }

  /**
   * Makes the extensions of a chart.
   *
   * @throws ManagerException if a class cannot be used
   */
  public static List<ChartExtension> extensions(
      Watch watch, HelmChart chart, OperatorRuntime runtime) {
    return chart.extensions().stream()
        .map(
            source ->
                switch (source) {
                  case ExtensionSource.Named(var name) ->
                      new NamedClass(watch, name).instance(ChartExtension.class, runtime);
                  case ExtensionSource.Given(var extension) -> extension;
                })
        .toList();
  }

  private static Optional<Watch> find(List<Watch> watches, GroupVersionKind gvk) {
    return watches.stream().filter(watch -> watch.gvk().equals(gvk)).findFirst();
  }

  private static Set<ChartReference> references(List<Watch> watches) {
    return watches.stream()
        .flatMap(WatchedKinds::references)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Stream<ChartReference> references(Watch watch) {
    return switch (watch.source()) {
      case HelmChart chart -> chart.charts().references().stream();
      case JavaReconcilers ignored -> Stream.empty();
      case GivenReconcilers ignored -> Stream.empty();
    };
  }
}
