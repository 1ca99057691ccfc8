package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.jmh.Recorded;
import dev.catamaran.release.Revision;
import io.fabric8.kubernetes.api.model.Secret;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The Secret in which Helm stores a revision. */
@State(Scope.Benchmark)
public class HelmReleaseCodecBenchmark {
  private final Secret secret = Recorded.RELEASE.as(Secret.class);

  @Benchmark
  public Revision decode() {
    return HelmReleaseCodec.decode(secret);
  }

  /** The first half of decoding: the JSON. */
  @Benchmark
  public JsonNode readPayload() {
    return ReleasePayload.read(secret);
  }
}
