package dev.catamaran.preview;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Charts;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.Editions;
import dev.catamaran.desired.PlannedInput;
import dev.catamaran.desired.ReleaseValues;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.watch.Source.HelmChart;
import java.util.Optional;

/** The present edition for each primary, whatever its wave; tells what a plan records of it. */
final class PlannedEditions implements Editions.OfKinds {
  private final Editions.OfKinds all;
  private Optional<ReleaseValues> values = Optional.empty();

  PlannedEditions(Charts charts) {
    this.all = Editions.OfKinds.allAtOnce(charts);
  }

  @Override
  public Editions of(GroupVersionKind gvk, HelmChart source) {
    var present = all.of(gvk, source);
    return new Editions() {
      @Override
      public Edition of(Primary primary, ReleaseKey release) throws InvalidPrimaryException {
        return present.of(primary, release);
      }

      @Override
      public void planBy(ReleaseValues made) {
        values = Optional.of(made);
      }
    };
  }

  /** Returns what a plan records of a primary, after a pass over it. */
  PlannedInput planned(Primary primary, ReleaseKey release) {
    return values.orElseThrow().planned(primary, release);
  }
}
