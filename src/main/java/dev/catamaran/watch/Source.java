package dev.catamaran.watch;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.RemediationPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Who reconciles the primaries of a watch. */
public sealed interface Source {

  /**
   * A chart, installed once for each primary.
   *
   * @param charts which chart, or which to choose from
   * @param values what the chart's values are made of, beside the spec
   * @param watchDependentResources whether a change of a descendant wakes its primary at once
   * @param maxHistory revisions kept for each release, at least 1
   * @param gate what a revision has to pass
   * @param remediation what follows when an input fails
   * @param crds what becomes of the chart's definitions
   * @param drift what happens when a descendant was changed
   * @param extensions what Java adds, in that order
   * @param placement where releases are, and with whose rights they are made
   * @param permissions what whoever writes a primary may ask for
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
      Set<Permission> permissions)
      implements Source {

    public static final int DEFAULT_MAX_HISTORY = 10;

    /** Copies the list and the set. */
    public HelmChart {
      extensions = List.copyOf(extensions);
      permissions = Set.copyOf(permissions);
    }

    /** This with one extension more. */
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
          permissions);
    }
  }

  /**
   * Typed reconcilers, run in that order.
   *
   * @param classNames fully qualified; at least one, each once
   */
  record JavaReconcilers(List<String> classNames) implements Source {
    public JavaReconcilers {
      classNames = List.copyOf(classNames);
    }
  }

  /**
   * Typed reconcilers that a program makes itself, run in that order.
   *
   * @param makers at least one
   */
  record GivenReconcilers(List<Maker> makers) implements Source {
    public GivenReconcilers {
      makers = List.copyOf(makers);
    }
  }

  /** Makes a typed reconciler. */
  @FunctionalInterface
  interface Maker {
    /** A new one, or always the same. */
    Reconciler<? extends HasMetadata> make(OperatorRuntime runtime);
  }

  /** Where an extension of a chart comes from. */
  sealed interface ExtensionSource {
    /** A class with a public constructor without parameters; the name is fully qualified. */
    record Named(String className) implements ExtensionSource {}

    /** One that a program made itself. */
    record Given(ChartExtension extension) implements ExtensionSource {}
  }
}
