package dev.catamaran.it.process;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.testcluster.Fleet;
import dev.catamaran.testcluster.TestNamespace;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GarbageIT {
  private static final int RELEASES = 20;

  /** With so small a young generation, most objects become garbage in the old one. */
  private static final String FLAGS = "-Xlog:gc -XX:MaxNewSize=1m";

  @Test
  void collectsTheOldGenerationBeforeTheHeapIsFull(TestNamespace namespace) {
    var operator = namespace.launch(Map.of("JAVA_TOOL_OPTIONS", FLAGS), Fleet.watching());
    Fleet.of(RELEASES, namespace).awaitReady();

    eventually(
        () -> assertTrue(operator.log().contains("Pause Full (System.gc())"), operator::log));
  }
}
