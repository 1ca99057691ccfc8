package dev.catamaran.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartOffer.ByVersion;
import dev.catamaran.chart.ChartOffer.ByVersion.Offered;
import dev.catamaran.chart.ChartReference;
import dev.catamaran.chart.Charts;
import dev.catamaran.chart.Charts.ChartUnavailableException;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.Watch.Source.HelmChart;
import java.util.List;
import java.util.stream.Collectors;

/** Selects a primary's chart from the charts that its watch offers. All get the same overrides. */
public record ChartChoice(ChartOffer offer, Charts charts, Overrides overrides)
    implements Editions {

  /** Makes the choice of an entry of watches.yaml. */
  public static ChartChoice of(HelmChart source, Charts charts) {
    return new ChartChoice(source.charts(), charts, Overrides.of(source.values()));
  }

  /**
   * Returns the present edition of a kind with one chart; the loader refuses a rollout of several.
   *
   * @throws InvalidPrimaryException if the chart is not available
   */
  public Edition present() throws InvalidPrimaryException {
    return Edition.named(chart(((ChartOffer.Single) offer).chart()), overrides);
  }

  @Override
  public Edition of(Primary primary, ReleaseKey release) throws InvalidPrimaryException {
    return Edition.named(of(primary.object()), overrides);
  }

  /**
   * Returns the present chart of {@code primary}.
   *
   * @throws InvalidPrimaryException if it chooses one that is not offered, or not available
   */
  Chart of(OfKind primary) throws InvalidPrimaryException {
    return chart(chosen(offer, Primaries.spec(primary)));
  }

  private Chart chart(ChartReference reference) throws InvalidPrimaryException {
    try {
      return charts.get(reference);
    } catch (ChartUnavailableException e) {
      throw new InvalidPrimaryException(Reasons.CHART_UNAVAILABLE, e.problem());
    }
  }

  /**
   * Returns the chart that a spec chooses.
   *
   * @throws InvalidPrimaryException if that is not offered
   */
  public static ChartReference chosen(ChartOffer offer, JsonNode spec)
      throws InvalidPrimaryException {
    return switch (offer) {
      case ChartOffer.Single(var chart) -> chart;
      case ByVersion(var offered) -> chosen(offered, spec.path(ByVersion.FIELD));
    };
  }

  private static ChartReference chosen(List<Offered> offered, JsonNode choice)
      throws InvalidPrimaryException {
    if (choice.isMissingNode() || choice.isNull()) {
      return offered.getFirst().chart();
    }
    return offered.stream()
        .filter(one -> one.version().equals(choice.asText()))
        .findFirst()
        .map(Offered::chart)
        .orElseThrow(() -> unknown(offered, choice));
  }

  private static InvalidPrimaryException unknown(List<Offered> offered, JsonNode choice) {
    return new InvalidPrimaryException(
        Reasons.UNKNOWN_CHART_VERSION,
        "spec.chartVersion \"%s\" is not offered; choose one of %s"
            .formatted(
                choice.asText(),
                offered.stream().map(Offered::version).collect(Collectors.joining(", "))));
  }
}
