package dev.catamaran.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in front of the jar, with a small jar behind it that prints its arguments. */
class LauncherTest {
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
  private Path command;

  @BeforeEach
  void install() throws IOException {
    var source = Files.writeString(folder.resolve("Main.java"), MAIN).toString();
    var classes = folder.resolve("classes").toString();
    var jar = folder.resolve("catamaran.jar");
    use("javac", "-d", classes, source);
    use("jar", "--create", "--file", jar.toString(), "-C", classes, ".");
    command = Files.createDirectories(folder.resolve("a place/bin")).resolve("catamaran");
    Files.copy(Path.of("src/command/src/main/launcher/catamaran"), command);
    Files.write(command, Files.readAllBytes(jar), StandardOpenOption.APPEND);
    command.toFile().setExecutable(true);
  }

  @Test
  void keepsAnArchiveOfTheClassesOfAShortCommand() throws Exception {
    assertEquals("status|A b", run(folder.resolve("a cache"), "status", "A b"));
    assertEquals(List.of("status"), commands());
    assertEquals("status|", run(folder.resolve("a cache"), "status", ""));
    assertEquals("plan", run(folder.resolve("a cache"), "plan"));
    assertEquals(List.of("plan", "status"), commands());
  }

  @Test
  void renewsTheArchiveAfterAnUpgradeInSilence() throws Exception {
    assertEquals("plan", run(folder.resolve("a cache"), "plan"));
    var former = archives();

    Files.setLastModifiedTime(command, FileTime.from(Instant.EPOCH));

    assertEquals("plan", run(folder.resolve("a cache"), "plan"));
    assertEquals(1, archives().size());
    assertNotEquals(former, archives());
  }

  @Test
  void keepsNoneOfACommandThatRunsOn() throws Exception {
    assertEquals("run|--help", run(folder.resolve("a cache"), "run", "--help"));
    assertEquals("", run(folder.resolve("a cache")));
    assertEquals("../run", run(folder.resolve("a cache"), "../run"));
    assertEquals(List.of(), archives());
  }

  @Test
  void runsWithoutAPlaceForTheArchive() throws Exception {
    var file = Files.writeString(folder.resolve("file"), "");
    assertEquals("status", run(file, "status"));
  }

  private String run(Path cache, String... arguments) throws Exception {
    var words = Stream.concat(Stream.of(command.toString()), Arrays.stream(arguments)).toList();
    var builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("XDG_CACHE_HOME", cache.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("CATAMARAN_CLASSPATH");
    var process = builder.start();
    var text = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), text);
    return text.stripTrailing();
  }

  /** Returns the commands that have an archive. */
  private List<String> commands() throws IOException {
    return archives().stream().map(name -> name.split("-", 2)[0]).toList();
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

  private static void use(String tool, String... arguments) {
    var found = ToolProvider.findFirst(tool).orElseThrow();
    assertEquals(0, found.run(System.out, System.err, arguments), tool);
  }
}
