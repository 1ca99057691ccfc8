package dev.catamaran.chart;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Charts for the primaries of a watch. */
public sealed interface ChartOffer {
  Set<ChartReference> references();

  /** Returns the values of a spec, without the field that only chooses the chart. */
  default Values valuesOf(Values spec) {
    return switch (this) {
      case Single ignored -> spec;
      case ByVersion ignored -> spec.without(ByVersion.FIELD);
    };
  }

  /** The same chart for all primaries. */
  record Single(ChartReference chart) implements ChartOffer {
    @Override
    public Set<ChartReference> references() {
      return Set.of(chart);
    }
  }

  /**
   * Charts by version; {@code spec.chartVersion} of a primary chooses one.
   *
   * @param offered each version once; the first is the default
   */
  record ByVersion(List<Offered> offered) implements ChartOffer {
    /** The field of a spec that chooses the version. It is not a value of the chart. */
    public static final String FIELD = "chartVersion";

    /** One of the charts, with the version that chooses it. */
    public record Offered(String version, ChartReference chart) {}

    /** Returns the offer of an entry with a problem. */
    public static ByVersion nothing() {
      return new ByVersion(List.of());
    }

    @Override
    public Set<ChartReference> references() {
      return offered.stream().map(Offered::chart).collect(Collectors.toUnmodifiableSet());
    }
  }
}
