package dev.catamaran.cli;

import static dev.catamaran.cli.TestProject.assertContains;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a JVM of its own shows. */
class CommandProcessTest {
  private static final String MAIN =
      """
      package dev.catamaran.cli;
      class Main {
        public static void main(String[] arguments) {
          System.out.println(String.join("|", arguments));
        }
      }
      """;

  @TempDir Path folder;

  /** In a program that did not choose logback. */
  @Test
  void runsWithoutLogbackAndWarns() throws Exception {
    var classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("logback"))
            .collect(Collectors.joining(File.pathSeparator));
    var said = said(1, java(classPath, "run", "--watches-file", "nowhere.yaml"));
    assertContains(said, "warning: the flags of the log have no effect", "nowhere.yaml");
    assertFalse(said.contains("Exception"), said);
  }

  private static ProcessBuilder java(String classPath, String... arguments) {
    return new ProcessBuilder(
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    classPath,
                    "dev.catamaran.cli.Main"),
                Stream.of(arguments))
            .toList());
  }

  /** As other programs that {@code head} has ended. */
  @Test
  void endsInSilenceIfNobodyReadsTheOutput() throws Exception {
    var process = java(System.getProperty("java.class.path"), "completion", "bash").start();
    process.getInputStream().close();
    var said = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertEquals(141, process.waitFor(), said);
    assertEquals("", said);
  }

  /** The script in front of the jar keeps an archive of the classes of short commands. */
  @Test
  void keepsAnArchiveOfTheClassesForShortCommandsAlone() throws Exception {
    var command = install();
    var cache = folder.resolve("a cache");
    assertEquals("run|--help", run(command, cache, "run", "--help"));
    assertEquals(List.of(), archives());
    assertEquals("status|A b|", run(command, cache, "status", "A b", ""));
    var former = archives();
    assertEquals(1, former.size());
    Files.setLastModifiedTime(command, FileTime.from(Instant.EPOCH));
    assertEquals("status", run(command, cache, "status"));
    assertEquals(1, archives().size());
    assertFalse(archives().equals(former), "an upgrade makes another archive");
    var noPlace = Files.writeString(folder.resolve("file"), "");
    assertEquals("status", run(command, noPlace, "status"));
  }

  private Path install() throws IOException {
    var source = Files.writeString(folder.resolve("Main.java"), MAIN).toString();
    var classes = folder.resolve("classes").toString();
    var jar = folder.resolve("catamaran.jar");
    use("javac", "-d", classes, source);
    use("jar", "--create", "--file", jar.toString(), "-C", classes, ".");
    var command = Files.createDirectories(folder.resolve("a place/bin")).resolve("catamaran");
    Files.copy(Path.of("src/command/src/main/launcher/catamaran"), command);
    Files.write(command, Files.readAllBytes(jar), StandardOpenOption.APPEND);
    command.toFile().setExecutable(true);
    return command;
  }

  private static void use(String tool, String... arguments) {
    var found = ToolProvider.findFirst(tool).orElseThrow();
    assertEquals(0, found.run(System.out, System.err, arguments), tool);
  }

  private static String run(Path command, Path cache, String... arguments) throws Exception {
    var builder =
        new ProcessBuilder(
            Stream.concat(Stream.of(command.toString()), Stream.of(arguments)).toList());
    builder.environment().put("XDG_CACHE_HOME", cache.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("CATAMARAN_CLASSPATH");
    return said(0, builder).stripTrailing();
  }

  private static String said(int code, ProcessBuilder builder) throws Exception {
    var process = builder.redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(code, process.waitFor(), said);
    return said;
  }

  private List<String> archives() throws IOException {
    var place = folder.resolve("a cache/catamaran/classes");
    if (!Files.exists(place)) {
      return List.of();
    }
    try (var files = Files.list(place)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
