package dev.catamaran.it.inspect;

import org.junit.jupiter.api.Tag;

/** The same for all charts, which needs minutes. */
@Tag("nightly")
class AllPredictionsIT extends PredictionIT {
  @Override
  boolean takes(String chart) {
    return true;
  }
}
