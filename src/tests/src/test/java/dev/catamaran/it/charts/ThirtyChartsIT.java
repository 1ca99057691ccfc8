package dev.catamaran.it.charts;

import dev.catamaran.trial.TrialChart;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The same with all charts. */
@Tag("nightly")
class ThirtyChartsIT extends SomeChartsIT {
  @Override
  Stream<TrialChart> charts() {
    return TrialChart.all().stream();
  }
}
