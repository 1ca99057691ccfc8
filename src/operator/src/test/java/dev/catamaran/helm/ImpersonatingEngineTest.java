package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.UninstallOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImpersonatingEngineTest {
  private static final ReleaseKey RELEASE = new ReleaseKey("shop", "cache");

  private final Path kubeconfig;
  private final List<Path> copies = new ArrayList<>();

  ImpersonatingEngineTest(@TempDir Path folder) throws IOException {
    kubeconfig =
        Files.writeString(
            folder.resolve("config"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: here, user: operator}}]
            users: [{name: operator, user: {token: secret}}]
            """);
  }

  /** Records the kubeconfig and reads it as Helm does. */
  private final class Seeing implements HelmEngine {
    private final Path copy;

    Seeing(Path copy) {
      this.copy = copy;
      copies.add(copy);
    }

    @Override
    public HelmCall.Result run(HelmCall call) {
      assertTrue(Files.exists(copy));
      if (call instanceof HelmCall.Uninstall) {
        throw new IllegalStateException("Helm fails");
      }
      return HelmCall.Result.DONE;
    }
  }

  @Test
  void leavesNoKubeconfigBehind() {
    var engine = new ImpersonatingEngine(kubeconfig, "deployer", Seeing::new);

    engine.run(new HelmCall.Test(RELEASE, Duration.ofSeconds(1)));
    engine.run(new HelmCall.Test(RELEASE, Duration.ofSeconds(1)));
    assertThrows(
        IllegalStateException.class,
        () ->
            engine.run(
                new HelmCall.Uninstall(
                    RELEASE, new UninstallOptions(Duration.ofSeconds(1), true))));

    assertEquals(3, copies.stream().distinct().count());
    copies.forEach(copy -> assertFalse(Files.exists(copy), copy::toString));
  }
}
