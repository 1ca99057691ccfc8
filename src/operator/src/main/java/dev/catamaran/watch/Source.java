package dev.catamaran.watch;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.RemediationPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reconciler of a watch's primaries. */
public sealed interface Source {

  /**
   * A chart, installed once for each primary.
   *
   * @param charts the chart, or the charts to choose from
   * @param values sources of the chart's values, beside the spec
   * @param watchDependentResources whether a change of a descendant triggers a pass over its
   *     primary at once
   * @param maxHistory revisions kept for each release, at least 1
   * @param gate conditions for a good revision
   * @param remediation reaction to a failed input
   * @param crds treatment of the chart's definitions
   * @param drift reaction to a changed descendant
   * @param extensions Java extensions, in order
   * @param placement placement of the releases, and the account that creates them
   * @param permissions permissions of the authors of primaries
   * @param denied annotations without effect
   * @param rollout how a changed chart reaches the primaries; empty for all at once
   */
  record HelmChart(
      ChartOffer charts,
      ValueOptions values,
      boolean watchDependentResources,
      int maxHistory,
      Gate gate,
      RemediationPolicy remediation,
      CrdPolicy crds,
      DriftOptions drift,
      List<ExtensionSource> extensions,
      Placement placement,
      Set<Permission> permissions,
      DeniedAnnotations denied,
      Optional<RolloutPolicy> rollout)
      implements Source {

    public static final int DEFAULT_MAX_HISTORY = 10;

    public HelmChart with(ExtensionSource extension) {
      return new HelmChart(
          charts,
          values,
          watchDependentResources,
          maxHistory,
          gate,
          remediation,
          crds,
          drift,
          Stream.concat(extensions.stream(), Stream.of(extension)).toList(),
          placement,
          permissions,
          denied,
          rollout);
    }
  }

  /**
   * Typed reconcilers, run in the given order.
   *
   * @param classNames fully qualified; at least one, each once
   */
  record JavaReconcilers(List<String> classNames) implements Source {}

  /**
   * Typed reconcilers that a program makes itself, run in the given order.
   *
   * @param makers at least one
   */
  record GivenReconcilers(List<Maker> makers) implements Source {}

  /** Makes a typed reconciler. */
  @FunctionalInterface
  interface Maker {
    /** Returns a new reconciler, or always the same one. */
    Reconciler<? extends HasMetadata> make(OperatorRuntime runtime);
  }

  /** Origin of a chart's extension. */
  sealed interface ExtensionSource {
    /** A class with a public constructor without parameters; the name is fully qualified. */
    record Named(String className) implements ExtensionSource {}

    /** An extension that a program made itself. */
    record Given(ChartExtension extension) implements ExtensionSource {}
  }
}
