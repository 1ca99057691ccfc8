package dev.catamaran.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.resources.Resource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnPodTest {
  private static final Map<String, String> IN_A_POD =
      Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "HOSTNAME", "operator-7d9");

  @Test
  void namesThePodAndItsNamespace(@TempDir Path account) throws Exception {
    Files.writeString(account.resolve("namespace"), "shop\n");

    var pod = new OwnPod(IN_A_POD, account).describe();

    assertEquals("shop", pod.getAttribute(AttributeKey.stringKey("k8s.namespace.name")));
    assertEquals("operator-7d9", pod.getAttribute(AttributeKey.stringKey("k8s.pod.name")));
  }

  @Test
  void namesNothingOutsideOfACluster(@TempDir Path account) {
    assertEquals(Resource.empty(), new OwnPod(Map.of("HOSTNAME", "laptop"), account).describe());
  }
}
