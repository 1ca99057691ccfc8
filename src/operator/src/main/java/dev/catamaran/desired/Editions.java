package dev.catamaran.desired;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Pending;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.watch.Watch.Source.HelmChart;
import java.util.Optional;
import java.util.function.Supplier;

/** The editions for the primaries of a kind. */
public interface Editions {
  /**
   * Returns the edition for {@code primary} at present.
   *
   * @param release the place of its release
   * @throws InvalidPrimaryException if it chooses a chart that is not offered, or not available
   */
  Edition of(Primary primary, ReleaseKey release) throws InvalidPrimaryException;

  /**
   * Returns the revision that the release has or gets, whatever its spec asks for: a rollout
   * returns it, or the approved plan is of other values. Empty if its spec decides.
   *
   * @param known returns its trusted revisions in memory
   * @param stored reads all trusted ones
   */
  default Optional<Revision> present(
      Primary primary, Supplier<History> known, Supplier<History> stored) {
    return Optional.empty();
  }

  /** Returns why the release keeps an earlier edition, or earlier values; empty if it does not. */
  default Optional<Pending> pending(Primary primary, ReleaseKey release) {
    return Optional.empty();
  }

  /** Takes what the values of its primaries are made by, for plans. */
  default void planBy(ReleaseValues values) {}

  /** Makes the editions of a kind. */
  @FunctionalInterface
  interface OfKinds {
    Editions of(GroupVersionKind gvk, HelmChart source);

    /** All primaries have the present edition. */
    static OfKinds allAtOnce(Charts charts) {
      return (gvk, source) -> ChartChoice.of(source, charts);
    }
  }
}
