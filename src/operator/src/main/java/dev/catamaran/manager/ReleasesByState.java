package dev.catamaran.manager;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.status.ReportedState;
import dev.catamaran.telemetry.KindLabel;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts the releases of each chart-backed watch by the state in their primaries' status. */
final class ReleasesByState implements Consumer<GaugeWithCallback.Callback> {
  private static final JsonMapper JSON = new JsonMapper();

  /** State in one version of a primary. Few primaries change between two scrapes. */
  private record Read(String version, ReportedState state) {}

  private final Supplier<List<GroupVersionKind>> watches;
  private final Function<GroupVersionKind, Stream<OfKind>> primaries;

  /** By uid. */
  private volatile Map<String, Read> read = Map.of();

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
    var before = read;
    var now = new ConcurrentHashMap<String, Read>();
    for (var gvk : watches.get()) {
      var counts =
          primaries
              .apply(gvk)
              .map(primary -> read(primary, before, now))
              .collect(Collectors.groupingBy(Read::state, Collectors.counting()));
      for (var state : ReportedState.values()) {
        gauge.call(
            counts.getOrDefault(state, 0L),
            KindLabel.of(gvk),
            state.name().toLowerCase(Locale.ROOT));
      }
    }
    read = now;
  }

  private static Read read(OfKind primary, Map<String, Read> before, Map<String, Read> now) {
    var meta = primary.getMetadata();
    var read =
        Optional.ofNullable(before.get(meta.getUid()))
            .filter(known -> known.version().equals(meta.getResourceVersion()))
            .orElseGet(() -> new Read(meta.getResourceVersion(), state(primary)));
    now.put(meta.getUid(), read);
    return read;
  }

  private static ReportedState state(OfKind primary) {
    var status =
        JSON.valueToTree(primary.getAdditionalProperties().getOrDefault("status", Map.of()));
    return ReportedState.of(
        ReleaseStatus.read(status, Instant.EPOCH, 0), primary.isMarkedForDeletion());
  }
}
