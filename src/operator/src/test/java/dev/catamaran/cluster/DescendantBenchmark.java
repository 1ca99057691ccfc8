package dev.catamaran.cluster;

import dev.catamaran.jmh.Recorded;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The live Deployment of a release: its reduction. */
@State(Scope.Benchmark)
public class DescendantBenchmark {
  private final GenericKubernetesResource live =
      Recorded.DEPLOYMENT.as(GenericKubernetesResource.class);

  /** For each event of the watch. */
  @Benchmark
  public Descendant reduce() {
    return Descendant.of(live);
  }
}
