package dev.catamaran.samples.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemcachedDeploymentTest {

  private final MemcachedBackup backup = Samples.backup(3);

  @Test
  void runsAsManyMemcachedPodsAsAskedForOnItsPort() {
    var spec = MemcachedDeployment.of(backup).getSpec();
    var container = spec.getTemplate().getSpec().getContainers().getFirst();
    assertEquals(3, spec.getReplicas());
    assertEquals("memcached:1.6-alpine", container.getImage());
    assertEquals("memcached", container.getPorts().getFirst().getName());
    assertEquals(11211, container.getPorts().getFirst().getContainerPort());
  }

  @Test
  void carriesTheLabelsOfTheInformersOnEveryLevel() {
    var labels =
        Map.of(
            "app.kubernetes.io/name", "memcachedbackup",
            "app.kubernetes.io/instance", "sample",
            "app.kubernetes.io/managed-by", "catamaran");
    var deployment = MemcachedDeployment.of(backup);
    assertEquals(labels, deployment.getMetadata().getLabels());
    assertEquals(labels, deployment.getSpec().getSelector().getMatchLabels());
    assertEquals(labels, deployment.getSpec().getTemplate().getMetadata().getLabels());
    assertEquals(
        "app.kubernetes.io/name=memcachedbackup,app.kubernetes.io/managed-by=catamaran",
        MemcachedLabels.SELECTOR);
  }

  @Test
  void meetsTheRestrictedPodSecurityStandard() {
    var pod = MemcachedDeployment.of(backup).getSpec().getTemplate().getSpec();
    var container = pod.getContainers().getFirst().getSecurityContext();
    assertTrue(pod.getSecurityContext().getRunAsNonRoot());
    assertEquals("RuntimeDefault", pod.getSecurityContext().getSeccompProfile().getType());
    assertEquals(false, container.getAllowPrivilegeEscalation());
    assertEquals(true, container.getReadOnlyRootFilesystem());
    assertEquals(List.of("ALL"), container.getCapabilities().getDrop());
  }
}
