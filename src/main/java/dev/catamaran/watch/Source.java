package dev.catamaran.watch;

import dev.catamaran.chart.ChartOffer;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.RemediationPolicy;
import java.util.List;

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
   * @param placement where releases are, and with whose rights they are made
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
      Placement placement)
      implements Source {

    public static final int DEFAULT_MAX_HISTORY = 10;
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
}
