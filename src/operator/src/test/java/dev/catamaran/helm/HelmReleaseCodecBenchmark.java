package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.jmh.Recorded;
import dev.catamaran.release.Revision;
import dev.catamaran.release.RevisionStatus;
import io.fabric8.kubernetes.api.model.Secret;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The Secret in which Helm stores a revision. */
@State(Scope.Benchmark)
public class HelmReleaseCodecBenchmark {
  private final Secret secret = Recorded.RELEASE.as(Secret.class);
  private final JsonNode release = ReleasePayload.read(secret);

  @Benchmark
  public Revision decode() {
    return HelmReleaseCodec.decode(secret);
  }

  /** The first half of decoding: the JSON. */
  @Benchmark
  public JsonNode readPayload() {
    return ReleasePayload.read(secret);
  }

  @Benchmark
  public String encodePayload() {
    return ReleasePayload.encode(release);
  }

  @Benchmark
  public String changeStatus() {
    return ReleaseEdits.withStatus(secret, RevisionStatus.FAILED, "not ready in time");
  }
}
