package dev.catamaran.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ManagerException;
import dev.catamaran.samples.memcached.MemcachedBackupReconciler;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestKitTest {

  @Test
  void reportsAMissingKubeconfig(@TempDir Path folder) {
    var missing = folder.resolve("kubeconfig");
    var kit = TestKit.with(new MemcachedBackupReconciler()).kubeconfig(missing);
    assertEquals(
        "kubeconfig %s does not exist; set --kubeconfig or KUBECONFIG".formatted(missing),
        assertThrows(ManagerException.class, kit::start).getMessage());
  }
}
