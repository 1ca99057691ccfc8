package dev.catamaran.chart;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which charts the primaries of a watch can be made from. */
public sealed interface ChartOffer {
  /** All that it names. */
  Set<ChartReference> references();

  /** The values of a spec, without what only chooses the chart. */
  default Values valuesOf(Values spec) {
    return switch (this) {
      case Single ignored -> spec;
      case ByVersion ignored -> spec.without(ByVersion.FIELD);
    };
  }

  /** The same chart for all. */
  record Single(ChartReference chart) implements ChartOffer {
    @Override
    public Set<ChartReference> references() {
      return Set.of(chart);
    }
  }

  /**
   * {@code spec.chartVersion} of a primary chooses.
   *
   * @param offered each version once; the first is for primaries that do not choose
   */
  record ByVersion(List<Offered> offered) implements ChartOffer {
    /** The field of a spec that chooses, and is then no value of the chart. */
    public static final String FIELD = "chartVersion";

    /** One of the charts, and the name by which it is chosen. */
    public record Offered(String version, ChartReference chart) {}

    /** Of an entry with a problem. */
    public static ByVersion nothing() {
      return new ByVersion(List.of());
    }

    public ByVersion {
      offered = List.copyOf(offered);
    }

    @Override
    public Set<ChartReference> references() {
      return offered.stream().map(Offered::chart).collect(Collectors.toUnmodifiableSet());
    }
  }
}
