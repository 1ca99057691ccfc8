package domain.my.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.testkit.TestKit;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import org.junit.jupiter.api.Test;

/** Needs a cluster: the one of KUBECONFIG. */
class BackupReconcilerIT {
  @Test
  void keepsADeploymentOfTheSpecifiedSize() {
    try (var operator = TestKit.run(new BackupReconciler())) {
      var primary = new Backup();
      primary.setMetadata(new ObjectMetaBuilder().withName("one").build());
      primary.setSpec(new BackupSpec(2, "nginx"));
      operator.create(primary);

      operator.await(Backup.class, "one", found -> found.getStatus().observedGeneration() == 1);
      assertEquals(2, operator.get(Deployment.class, "one").getSpec().getReplicas());

      operator.patch(Backup.class, "one", "{spec: {size: 3}}");
      operator.await(Deployment.class, "one", found -> found.getSpec().getReplicas() == 3);
    }
  }
}
