package dev.catamaran.importing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.watch.ValuesReference;
import java.util.List;
import java.util.Optional;

/**
 * A release that is to be imported.
 *
 * @param origin of its chart; empty if only the revision has it
 * @param ignored rules of {@code drift} in watches.yaml
 * @param notes what its tool does for it, and the operator will not
 */
record Wanted(
    Live release,
    Given given,
    Optional<ChartOrigin> origin,
    List<ObjectNode> ignored,
    List<String> notes) {

  /**
   * What the tool made in the cluster.
   *
   * @param key name and namespace of the release, also of one that is yet to be
   * @param stored the chart that is stored with it; empty if none is
   * @param annotation of the primary, by which the operator takes it over
   * @param adopted value of the annotation
   */
  record Live(
      ReleaseKey key,
      String title,
      String chartName,
      String chartVersion,
      Optional<ReleasedChart> stored,
      String annotation,
      String adopted) {

    /** Whether it was made from this chart, as far as that is known. */
    boolean isOf(Chart chart, ChartEngine engine) {
      return stored
          .map(each -> each.compared(chart, Values.empty(), engine).path("chart").asBoolean())
          .orElseGet(() -> chart.name().equals(chartName) && chart.version().equals(chartVersion));
    }

    /** Whether it was made with these values; without a stored chart, the plan tells. */
    boolean hasValues(Chart chart, Values values, ChartEngine engine) {
      return stored
          .map(each -> each.compared(chart, values, engine).path("values").asBoolean())
          .orElse(true);
    }
  }

  /**
   * Values, the first with precedence.
   *
   * @param own those that its people wrote
   * @param copied those that nothing else will hold; all may be secret
   * @param from Secrets and ConfigMaps in the release's namespace
   * @param referenced what is in these now
   */
  record Given(Values own, Values copied, List<ValuesReference> from, Values referenced) {
    static Given of(Values own) {
      return new Given(own, Values.empty(), List.of(), Values.empty());
    }

    Values all() {
      return referenced.merge(copied).merge(own);
    }
  }
}
