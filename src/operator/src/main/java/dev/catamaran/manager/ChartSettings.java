package dev.catamaran.manager;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.ValueOverride;
import dev.catamaran.chart.ValueOverride.InvalidOverrideException;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.NameRule;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.watch.Options;
import dev.catamaran.watch.Options.RateLimit;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.Selector;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import dev.catamaran.watch.Watch.DriftOptions;
import dev.catamaran.watch.Watch.DriftPolicy;
import dev.catamaran.watch.Watch.Gate;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watch.Source.ExtensionSource;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watch.ValueOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Settings for a chart-backed kind that a program declares itself. Names and defaults are those of
 * watches.yaml, which has more settings.
 */
public final class ChartSettings {
  private final Map<String, String> overrides = new LinkedHashMap<>();
  private final Map<String, String> labels = new TreeMap<>();
  private final List<ExtensionSource> extensions = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private Optional<Duration> reconcilePeriod = Optional.empty();
  private OptionalInt maxConcurrentReconciles = OptionalInt.empty();
  private Optional<RetryPolicy> retry = Optional.empty();
  private Optional<RateLimit> rateLimit = Optional.empty();
  private Duration timeout = Gate.DEFAULT_TIMEOUT;
  private boolean readiness;
  private final EnumSet<Permission> permissions = EnumSet.noneOf(Permission.class);
  private final Set<String> denied = new TreeSet<>();
  private Optional<String> serviceAccount = Optional.empty();
  private int maxHistory = HelmChart.DEFAULT_MAX_HISTORY;

  ChartSettings() {}

  /**
   * Sets a chart value that no primary can change.
   *
   * @param key a path in {@code --set} syntax
   * @param value in {@code --set} syntax: numbers, booleans and null are converted to their type
   */
  public ChartSettings overrideValue(String key, String value) {
    try {
      ValueOverride.parse(key, value, OverrideTyping.TYPED);
    } catch (InvalidOverrideException e) {
      problems.add("overrideValue: " + e.getMessage());
    }
    overrides.put(key, value);
    return this;
  }

  /** Adds an extension. Extensions run in the order of these calls. */
  public ChartSettings extension(ChartExtension extension) {
    extensions.add(new ExtensionSource.Given(extension));
    return this;
  }

  /** Sets the time between two passes over an unchanged primary. */
  public ChartSettings reconcilePeriod(Duration period) {
    reconcilePeriod = Optional.of(positive("reconcilePeriod", period));
    return this;
  }

  /** Sets the number of workers of the kind. */
  public ChartSettings maxConcurrentReconciles(int workers) {
    maxConcurrentReconciles = OptionalInt.of(positive("maxConcurrentReconciles", workers));
    return this;
  }

  /** Sets when failed passes are retried. */
  public ChartSettings retry(RetryPolicy policy) {
    retry = Optional.of(policy);
    return this;
  }

  /** Limits the passes over one primary in any time window of length {@code per}. */
  public ChartSettings rateLimit(int passes, Duration per) {
    rateLimit =
        Optional.of(
            new RateLimit(positive("rateLimit.passes", passes), positive("rateLimit.per", per)));
    return this;
  }

  /** Adds a label to the selector. Only primaries with all of these labels are reconciled. */
  public ChartSettings selector(String label, String value) {
    labels.put(label, value);
    return this;
  }

  /** Sets the number of revisions to keep of each release. */
  public ChartSettings maxHistory(int revisions) {
    maxHistory = positive("maxHistory", revisions);
    return this;
  }

  /** Sets the time limit of one Helm operation, and of becoming ready. */
  public ChartSettings timeout(Duration timeout) {
    this.timeout = positive("timeout", timeout);
    return this;
  }

  /** Sets whether a revision fails if its workloads are not ready in time ({@code wait}). */
  public ChartSettings waitUntilReady(boolean readiness) {
    this.readiness = readiness;
    return this;
  }

  /** Makes releases with the rights of this service account in the primary's namespace. */
  public ChartSettings serviceAccountName(String name) {
    if (!NameRule.SERVICE_ACCOUNT.accepts(name)) {
      problems.add("serviceAccountName: " + NameRule.SERVICE_ACCOUNT.refusal(name));
    }
    serviceAccount = Optional.of(name);
    return this;
  }

  /** Grants a permission to the users who write primaries. By default they have none. */
  public ChartSettings allow(Permission permission) {
    permissions.add(permission);
    return this;
  }

  /**
   * Denies annotations of primaries: they have no effect.
   *
   * @param annotation without its prefix, such as {@code pause}
   */
  public ChartSettings denyAnnotation(String annotation) {
    if (!DeniedAnnotations.KNOWN.contains(annotation)) {
      problems.add(
          "denyAnnotation: %s cannot be denied; name one of %s"
              .formatted(annotation, String.join(", ", DeniedAnnotations.KNOWN)));
    }
    denied.add(annotation);
    return this;
  }

  /** Returns the problems of invalid settings. */
  List<String> problems() {
    return problems;
  }

  Watch watch(GroupVersionKind gvk, Path chart) {
    var source =
        new HelmChart(
            new ChartOffer.Single(new ChartReference.Local(chart)),
            new ValueOptions(List.of(), overrides, OverrideTyping.TYPED),
            /* watchDependentResources= */ true,
            maxHistory,
            new Gate(readiness, /* tests= */ false, timeout),
            RemediationPolicy.DEFAULT,
            CrdPolicy.CREATE,
            new DriftOptions(DriftPolicy.CORRECT, List.of()),
            extensions,
            new Placement(
                Placement.DEFAULT.releaseName(),
                Placement.DEFAULT.targetNamespace(),
                serviceAccount),
            permissions,
            new DeniedAnnotations(denied),
            /* rollout= */ Optional.empty());
    var selector = new Selector(new TreeMap<>(labels), List.of());
    return new Watch(
        gvk,
        source,
        new Options(reconcilePeriod, maxConcurrentReconciles, selector, retry, rateLimit),
        0);
  }

  private int positive(String name, int number) {
    if (number < 1) {
      problems.add(name + " must be 1 or more, not " + number);
    }
    return number;
  }

  private Duration positive(String name, Duration duration) {
    if (!duration.isPositive()) {
      problems.add(name + " must be positive, not " + duration);
    }
    return duration;
  }
}
