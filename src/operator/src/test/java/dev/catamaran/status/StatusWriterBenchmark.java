package dev.catamaran.status;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.jmh.Recorded;
import dev.catamaran.primary.PrimaryFixture;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Clock;
import java.time.Instant;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The status in a pass that changes nothing: read once, and compared with the new one once. */
@State(Scope.Benchmark)
public class StatusWriterBenchmark {
  private final KubernetesClient client =
      new KubernetesClientBuilder().withConfig(Config.empty()).build();
  private final StatusWriter writer = new StatusWriter(client, Clock.systemUTC());
  private final OfKind primary = Recorded.PRIMARY.as(PrimaryFixture.MEMCACHED);
  private final ReleaseStatus status = read();

  @TearDown
  public void close() {
    client.close();
  }

  @Benchmark
  public final ReleaseStatus read() {
    return ReleaseStatus.read(writer.newest(primary), Instant.EPOCH, 1);
  }

  /** Sends no request, as nothing differs. */
  @Benchmark
  public void writeEqual() {
    writer.write(primary, status);
  }
}
