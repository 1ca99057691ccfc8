package dev.catamaran.chart;

import dev.catamaran.jmh.Recorded;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.PrimaryFixture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The values of a release: the larger half of its input. */
@State(Scope.Benchmark)
public class ValuesBenchmark {
  private final Values values =
      Values.of(Primaries.spec(Recorded.PRIMARY.as(PrimaryFixture.MEMCACHED)));

  @Benchmark
  public String digest() {
    return values.digest();
  }
}
