package dev.catamaran.trial;

import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.stream.IntStream;

/** Volumes of the class {@code charts} for claims. Closing it removes them. */
public final class Volumes implements AutoCloseable {
  private final TestNamespace namespace;
  private final List<PersistentVolume> volumes;

  private Volumes(TestNamespace namespace, List<PersistentVolume> volumes) {
    this.namespace = namespace;
    this.volumes = volumes;
  }

  /** Creates this number of volumes of 1 GiB. */
  public static Volumes make(int number, TestNamespace namespace) {
    var volumes =
        IntStream.range(0, number)
            .mapToObj(i -> volume(namespace.name() + "-volume-" + i))
            .toList();
    volumes.forEach(volume -> namespace.client().resource(volume).create());
    return new Volumes(namespace, volumes);
  }

  @Override
  public void close() {
    volumes.forEach(volume -> namespace.client().resource(volume).delete());
  }

  private static PersistentVolume volume(String name) {
    return Serialization.unmarshal(
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %1$s}
        spec:
          storageClassName: charts
          accessModes: [ReadWriteOnce]
          capacity: {storage: 1Gi}
          hostPath: {path: "/tmp/%1$s"}
        """
            .formatted(name),
        PersistentVolume.class);
  }
}
