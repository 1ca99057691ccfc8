package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.jmh.Recorded;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.primary.Primaries;
import dev.catamaran.primary.PrimaryFixture;
import dev.catamaran.release.ReleaseKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The live Deployment of a release: its reduction, and its comparison with the manifest. */
@State(Scope.Benchmark)
public class DescendantBenchmark {
  private final GenericKubernetesResource live =
      Recorded.DEPLOYMENT.as(GenericKubernetesResource.class);
  private final Descendant descendant = Descendant.of(live);
  private final Manifest manifest = Manifest.of(Recorded.manifest());
  private final ManifestObject wanted = deployment(manifest);
  private final ManifestObject scaled =
      deployment(Manifest.of(Recorded.manifest().replace("replicas: 3", "replicas: 4")));
  private final Difference difference =
      new Difference(
          DriftRules.none().in(manifest, "shop"),
          new Ownership(
              "catamaran",
              Primaries.identity(Recorded.PRIMARY.as(PrimaryFixture.MEMCACHED)),
              new ReleaseKey("shop", "cache")));

  private static ManifestObject deployment(Manifest manifest) {
    return manifest.objects().getLast();
  }

  /** For each event of the watch. */
  @Benchmark
  public Descendant reduce() {
    return Descendant.of(live);
  }

  @Benchmark
  public Optional<ObjectNode> compareEqual() {
    return difference.of(wanted, descendant);
  }

  @Benchmark
  public Optional<ObjectNode> compareScaled() {
    return difference.of(scaled, descendant);
  }
}
