package dev.catamaran.release;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The digest of the input of a release, from the digests of chart and values. */
@State(Scope.Benchmark)
public class ReleaseInputBenchmark {
  private final String content = DigestUtils.sha256Hex("chart") + DigestUtils.sha256Hex("values");
  private final Asked asked =
      new Asked(
          new TreeMap<>(Map.of("autoscaling/v2", "true", "monitoring.coreos.com/v1", "false")));

  @Benchmark
  public ReleaseInput digest() {
    return ReleaseInput.of(content).in(asked, Optional.of(asked));
  }
}
