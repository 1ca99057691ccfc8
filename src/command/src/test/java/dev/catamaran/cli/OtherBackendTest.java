package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in a program that did not choose logback. */
class OtherBackendTest {

  @Test
  void runsWithoutLogbackAndWarns(@TempDir Path folder) throws Exception {
    var classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("logback"))
            .collect(Collectors.joining(File.pathSeparator));
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "dev.catamaran.cli.Main",
                "run",
                "--watches-file",
                folder.resolve("nowhere.yaml").toString())
            .redirectErrorStream(true)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals(1, process.waitFor(), output);
    assertTrue(output.contains("warning: the flags of the log have no effect"), output);
    assertTrue(output.contains("nowhere.yaml"), output);
    assertTrue(!output.contains("Exception") && !output.contains("\tat "), output);
  }
}
