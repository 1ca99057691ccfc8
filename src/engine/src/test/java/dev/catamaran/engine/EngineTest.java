package dev.catamaran.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTest {
  @Test
  void startsWithItsShareOfTheMemory() throws IOException {
    var memory = EngineMemory.ofThisProcess();
    var expected =
        new ArrayList<>(
            List.of(EngineProgram.ofThisProcess().file().toString(), "-kubeconfig=/my/config"));
    expected.addAll(memory.arguments());

    try (var engine = Engine.of(Path.of("/my/config"))) {
      var command = engine.command();
      assertEquals(expected, command.command());
      memory
          .variables()
          .forEach((name, value) -> assertEquals(value, command.environment().get(name)));
    }
  }
}
