package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.status.ByVersion;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReportedState;
import dev.catamaran.telemetry.KindLabel;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts the releases of each chart-backed watch by the state in their primaries' status. */
final class ReleasesByState implements Consumer<GaugeWithCallback.Callback> {

  private final Supplier<List<GroupVersionKind>> watches;
  private final Function<GroupVersionKind, Stream<OfKind>> primaries;

  private final ByVersion<ReportedState> states = new ByVersion<>();

  /**
   * Counts the results of {@code primaries}.
   *
   * @param watches the chart-backed ones
   */
  ReleasesByState(
      Supplier<List<GroupVersionKind>> watches,
      Function<GroupVersionKind, Stream<OfKind>> primaries) {
    this.watches = watches;
    this.primaries = primaries;
  }

  @Override
  public void accept(GaugeWithCallback.Callback gauge) {
    var present = new ArrayList<OfKind>();
    for (var gvk : watches.get()) {
      var ofKind = primaries.apply(gvk).toList();
      var counts =
          ofKind.stream()
              .map(primary -> states.of(primary, () -> state(primary)))
              .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
      for (var state : ReportedState.values()) {
        gauge.call(
            counts.getOrDefault(state, 0L),
            KindLabel.of(gvk),
            state.name().toLowerCase(Locale.ROOT));
      }
      present.addAll(ofKind);
    }
    states.retain(present);
  }

  private static ReportedState state(OfKind primary) {
    return ReportedState.of(
        ReleaseStatus.of(primary, Instant.EPOCH), primary.isMarkedForDeletion());
  }
}
