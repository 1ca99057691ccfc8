package dev.catamaran.wire;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.jmh.Recorded;
import dev.catamaran.primary.PrimaryFixture;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The events of a watch: read as {@link WatchedObject}, then as the class that the watch wants.
 * Passes get a copy of the primary.
 */
@State(Scope.Benchmark)
public class TolerantSerializationBenchmark {
  private final TolerantSerialization json = new TolerantSerialization(unreadable -> {});
  private final byte[] deployment = Recorded.DEPLOYMENT.event();
  private final byte[] release = Recorded.RELEASE.event();
  private final byte[] primary = Recorded.PRIMARY.event();
  private final OfKind read = Recorded.object(json, primary, PrimaryFixture.MEMCACHED);

  @Benchmark
  public OfKind copyPrimary() {
    return json.clone(read);
  }

  @Benchmark
  public GenericKubernetesResource readDeployment() {
    return Recorded.object(json, deployment, GenericKubernetesResource.class);
  }

  @Benchmark
  public Secret readReleaseSecret() {
    return Recorded.object(json, release, Secret.class);
  }

  @Benchmark
  public OfKind readPrimary() {
    return Recorded.object(json, primary, PrimaryFixture.MEMCACHED);
  }
}
