package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class LoadedLibraryTest {

  /** A killed process would leave the file behind. */
  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "run it on Linux")
  void leavesNoFileAndStillRenders(@TempDir Path chart) throws IOException {
    EngineTraps.close();

    assertEquals(List.of(), LoadedLibrary.copies());
    try (var mapped = Files.lines(Path.of("/proc/self/maps"))) {
      assertTrue(mapped.anyMatch(m -> m.contains("helm-linux-amd64.so")));
    }
    Files.createDirectory(chart.resolve("templates"));
    Files.writeString(chart.resolve("Chart.yaml"), "apiVersion: v2\nname: left\nversion: 0.0.0\n");
    Files.writeString(chart.resolve("templates/a.yaml"), "a: {{ .Release.Name }}\n");
    var rendered = new Helm(chart).template().withName("left").call();
    assertTrue(rendered.contains("a: left"), rendered);
  }
}
