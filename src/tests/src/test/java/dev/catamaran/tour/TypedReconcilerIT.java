package dev.catamaran.tour;

import dev.catamaran.samples.memcached.MemcachedBackup;
import dev.catamaran.samples.memcached.MemcachedBackupReconciler;
import dev.catamaran.samples.memcached.MemcachedBackupSpec;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestCluster;
import dev.catamaran.testkit.TestKit;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A reconciler in Java instead of a chart: the sample of this repository keeps a Deployment for
 * each MemcachedBackup. Authors of reconcilers write such tests too, with {@link TestKit}: it
 * creates a namespace, and runs the operator in it.
 */
@RealNode
class TypedReconcilerIT {

  @BeforeAll
  static void start() {
    TestCluster.shared();
  }

  @Test
  void namesThePodsThatItRuns() {
    try (var operator = TestKit.run(new MemcachedBackupReconciler())) {
      operator.create(backup("one", 2));
      operator.await(MemcachedBackup.class, "one", found -> found.getStatus().nodes().size() == 2);
    }
  }

  @Test
  void catchesUpWithChangesDuringItsDowntime() {
    try (var operator = TestKit.run(new MemcachedBackupReconciler())) {
      operator.create(backup("one", 1));
      operator.await(MemcachedBackup.class, "one", found -> found.getStatus().nodes().size() == 1);

      operator.stop();
      operator.edit(
          MemcachedBackup.class, "one", found -> found.setSpec(new MemcachedBackupSpec(2)));
      operator.start();

      operator.await(MemcachedBackup.class, "one", found -> found.getStatus().nodes().size() == 2);
    }
  }

  private static MemcachedBackup backup(String name, int size) {
    var backup = new MemcachedBackup();
    backup.setMetadata(new ObjectMetaBuilder().withName(name).build());
    backup.setSpec(new MemcachedBackupSpec(size));
    return backup;
  }
}
