package dev.catamaran.manifest;

import dev.catamaran.jmh.Recorded;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The manifest of a revision: it is stored once, and read once unless memory is short. */
@State(Scope.Benchmark)
public class ManifestBenchmark {
  private final String three = Recorded.manifest();
  private final String fortyTwo = Recorded.largeManifest();

  @Benchmark
  public Manifest storeThreeObjects() {
    return Manifest.of(three);
  }

  @Benchmark
  public Manifest storeFortyTwoObjects() {
    return Manifest.of(fortyTwo);
  }

  @Benchmark
  public List<ManifestObject> readThreeObjects() {
    return Manifest.of(three).objects();
  }

  @Benchmark
  public List<ManifestObject> readFortyTwoObjects() {
    return Manifest.of(fortyTwo).objects();
  }
}
