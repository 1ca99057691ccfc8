package dev.catamaran.desired;

import dev.catamaran.jmh.Recorded;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primary;
import dev.catamaran.primary.PrimaryFixture;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.Revisions;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The release that a primary asks for, with the digest of its input: once in each pass. */
@State(Scope.Benchmark)
public class DesiredReleasesBenchmark {
  private final KubernetesClient client =
      new KubernetesClientBuilder().withConfig(Config.empty()).build();
  private final DesiredReleases desired =
      DesiredReleasesFixture.of(
          client,
          DesiredReleaseFixture.chart(Path.of("helm-charts/memcached"), "chart-1"),
          Map.of("image.tag", "1.6"));
  private final Primary primary = Primary.of(Recorded.PRIMARY.as(PrimaryFixture.MEMCACHED));

  @TearDown
  public void close() {
    client.close();
  }

  @Benchmark
  public DesiredRelease from() throws InvalidPrimaryException {
    return desired.from(primary, Revisions.RELEASE, "");
  }
}
