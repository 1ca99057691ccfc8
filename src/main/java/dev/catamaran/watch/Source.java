package dev.catamaran.watch;

import dev.catamaran.chart.OverrideTyping;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who reconciles the primaries of a watch. */
public sealed interface Source {

  /**
   * A chart, installed once for each primary.
   *
   * @param chart absolute path of a folder or a .tgz that loaded when the watches were read
   * @param overrideValues key to value in {@code --set} syntax, environment variables expanded, in
   *     the file's order
   * @param overrideTyping what the overrides' texts become
   * @param watchDependentResources whether a change of a descendant wakes its primary at once
   * @param maxHistory revisions kept for each release, at least 1
   * @param timeout of one Helm operation
   * @param drift what happens when a descendant was changed
   */
  record HelmChart(
      Path chart,
      Map<String, String> overrideValues,
      OverrideTyping overrideTyping,
      boolean watchDependentResources,
      int maxHistory,
      Duration timeout,
      DriftPolicy drift)
      implements Source {

    public static final int DEFAULT_MAX_HISTORY = 10;
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    public HelmChart {
      overrideValues = Collections.unmodifiableMap(new LinkedHashMap<>(overrideValues));
    }

    /** Without the overrides' values, which may come from secrets. */
    @Override
    public String toString() {
      return "HelmChart[" + chart + ", overrides " + overrideValues.keySet() + "]";
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
}
