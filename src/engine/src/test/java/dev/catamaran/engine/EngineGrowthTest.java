package dev.catamaran.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.engine.EngineFault.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With the real program, which here has no bound of its own. */
@EnabledOnOs(OS.LINUX)
class EngineGrowthTest {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final long BOUND = 150L << 20;

  @TempDir Path folder;

  @Test
  void endsAProcessThatStaysAboveItsBound() throws Exception {
    try (var process = start()) {
      // It holds 100 MB at least twice, and then goes on and on.
      var answer = process.request(render("{{ $all := repeat 100000000 \"x\" }}" + FOREVER), LONG);

      var failure =
          assertThrows(ExecutionException.class, () -> answer.future().get(2, TimeUnit.MINUTES));

      var fault = assertInstanceOf(EngineFaultException.class, failure.getCause()).fault();
      assertEquals(Reason.MEMORY, fault.reason());
      assertTrue(fault.message().matches(".* took [0-9]{3,} MB and was ended"), fault::message);
      assertFalse(process.isAlive());
    }
  }

  /** For as long as the other one lives above its bound. */
  @Test
  void leavesAProcessAloneThatIsBusyBelowIt() throws Exception {
    try (var process = start()) {
      var answer = process.request(render(FOREVER), Duration.ofSeconds(5));

      var failure =
          assertThrows(ExecutionException.class, () -> answer.future().get(2, TimeUnit.MINUTES));

      var fault = assertInstanceOf(EngineFaultException.class, failure.getCause()).fault();
      assertEquals(Reason.STUCK, fault.reason());
      assertTrue(process.isAlive());
    }
  }

  private static final String FOREVER =
      "{{ range until 30000 }}{{ range until 30000 }}{{ end }}{{ end }}";

  private static EngineProcess start() throws IOException {
    var program = EngineProgram.ofThisProcess(EngineProgram.ENGINE).file().toString();
    return EngineProcess.start(new ProcessBuilder(program, "-grace=100ms"), BOUND);
  }

  private EngineRequest render(String template) throws IOException {
    Files.createDirectories(folder.resolve("templates"));
    Files.writeString(
        folder.resolve("Chart.yaml"), "apiVersion: v2\nname: growing\nversion: 1.0.0\n");
    Files.writeString(folder.resolve("templates/a.yaml"), template);
    return new EngineRequest.Render(
        new ReleaseRequest.Target("a", "a", "", 1000, false, "", List.of(), 0, null),
        new EngineRequest.Rendered(
            new EngineRequest.Chart(folder.toString(), "", Map.of()),
            JsonNodeFactory.instance.objectNode()),
        false,
        new EngineRequest.World("", List.of(), List.of()));
  }
}
