package dev.catamaran.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Help texts and completion of all commands. */
class HelpTest {

  /** The names of all commands, such as {@code create api}. */
  static List<String> commands() {
    return names(Main.commandLine(), "").toList();
  }

  private static Stream<String> names(CommandLine command, String prefix) {
    return command.getSubcommands().entrySet().stream()
        .filter(sub -> !sub.getValue().getCommandSpec().usageMessage().hidden())
        .flatMap(
            sub ->
                Stream.concat(
                    Stream.of(prefix + sub.getKey()),
                    names(sub.getValue(), prefix + sub.getKey() + " ")));
  }

  private static String output(String... arguments) {
    var out = new StringWriter();
    var writer = new PrintWriter(out, true);
    assertEquals(0, Main.execute(writer, writer, arguments), out::toString);
    return out.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "create api --help", "version"})
  void buildsTheNamedCommandAlone(String line) {
    var arguments = line.split(" ", -1);
    var built = Main.commandLineFor(arguments).getSubcommands().keySet();
    assertEquals(Set.of(arguments[0]), built);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--help", "rum", "--help run", "help run"})
  void buildsAllCommandsIfTheFirstArgumentNamesNone(String line) {
    var built = Main.commandLineFor(line.split(" ", -1)).getSubcommands();
    assertEquals(Main.commandLine().getSubcommands().keySet(), built.keySet());
  }

  /** The whole list is on one screen. */
  @Test
  void listsTheCommandsInGroupsOnOneScreen() {
    var help = output("--help").lines().toList();
    assertTrue(help.size() <= 40, () -> help.size() + " lines");
    help.forEach(line -> assertTrue(line.length() <= 13 + 80, line));
    Main.commandLine()
        .getSubcommands()
        .keySet()
        .forEach(
            name ->
                assertEquals(
                    1,
                    help.stream().filter(line -> line.startsWith("  " + name + " ")).count(),
                    name));
  }

  /** People copy examples. */
  @Test
  void keepsEachLineOfAnExampleWhole() {
    assertTrue(commands().size() > 20, () -> commands().toString());
    commands().forEach(HelpTest::keepsEachLineOfAnExampleWhole);
  }

  private static void keepsEachLineOfAnExampleWhole(String name) {
    var arguments = new ArrayList<>(List.of(name.split(" ", -1)));
    arguments.add("--help");
    var help = output(arguments.toArray(String[]::new)).lines().toList();
    var command = Main.commandLine();
    for (var part : name.split(" ", -1)) {
      command = Objects.requireNonNull(command.getSubcommands().get(part));
    }
    var footer = command.getCommandSpec().usageMessage().footer();
    Arrays.stream(footer)
        .filter(line -> !line.isEmpty())
        .forEach(line -> assertTrue(help.contains(line), line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void completesAllCommandsInAScriptThatBashAccepts(String shell, @TempDir Path folder)
      throws Exception {
    var script = output("completion", shell);
    for (var command : commands()) {
      var function =
          "function _picocli_catamaran_" + command.replace(" ", "_").replace("-", "") + "()";
      assertTrue(script.contains(function), function);
    }
    assertBashAccepts(Files.writeString(folder.resolve("completion"), script));
  }

  /** The plugin finds the command beside itself, also by a link. */
  @Test
  void runsTheCommandAsAPluginOfKubectl(@TempDir Path folder) throws Exception {
    var plugin = Path.of("hack/kubectl-catamaran");
    assertBashAccepts(plugin);
    var hack = Files.createDirectory(folder.resolve("hack"));
    Files.copy(plugin, hack.resolve("kubectl-catamaran"), StandardCopyOption.COPY_ATTRIBUTES);
    var command = Files.writeString(hack.resolve("catamaran"), "#!/bin/sh\nprintf '[%s]' \"$@\"\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    var link =
        Files.createSymbolicLink(
            folder.resolve("kubectl-catamaran"), hack.resolve("kubectl-catamaran"));
    assertEquals("[status][a b]", bash("-c", "'%s' status 'a b'".formatted(link)));
  }

  private static void assertBashAccepts(Path script) throws Exception {
    assertEquals("", bash("-n", script.toString()));
  }

  private static String bash(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("bash"));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }
}
