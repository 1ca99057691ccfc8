package dev.catamaran.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EngineProgramTest {
  private static final String SCRIPT = "#!/bin/sh\nexit 7\n";

  private final Path home;
  private final Path temporary;

  EngineProgramTest(@TempDir Path home) throws IOException {
    this.home = home;
    this.temporary = Files.createDirectory(home.resolve("tmp"));
  }

  @Test
  void isBesideTheClassesWhereTheyAreInAFolder() throws Exception {
    for (var name : List.of(EngineProgram.ENGINE, EngineProgram.CHECKER)) {
      assertEquals(
          0,
          exitOf(EngineProgram.ofThisProcess(name).file()),
          name + " ends well at the end of its input");
    }
  }

  @Test
  void isTheFileThatTheVariableNames() throws IOException {
    var file = script(home.resolve("named"));

    assertEquals(
        file,
        new EngineProgram(EngineProgram.ENGINE, Optional.of(file), jar(SCRIPT), temporary).file());
    assertEquals(List.of(), files(temporary));
  }

  @Test
  void isNotAnotherOneThanTheVariableNames() throws IOException {
    for (var wrong :
        List.of(home, home.resolve("missing"), Files.writeString(home.resolve("text"), "no"))) {
      var program =
          new EngineProgram(EngineProgram.ENGINE, Optional.of(wrong), jar(SCRIPT), temporary);
      var refusal = assertThrows(IOException.class, program::file);
      assertTrue(refusal.toString().contains(wrong.toString()), refusal::toString);
    }
  }

  @Test
  void isUnpackedFromAJarOnce() throws Exception {
    var program = ofJar(SCRIPT);
    var file = program.file();
    var unpacked = Files.getLastModifiedTime(file);

    assertEquals(7, exitOf(file));
    assertEquals(file, program.file());
    assertEquals(unpacked, Files.getLastModifiedTime(file));
    assertEquals(List.of(file), files(file.resolveSibling("")));
  }

  @Test
  void isUnpackedAgainAfterAChange() throws Exception {
    var program = ofJar(SCRIPT);
    var file = program.file();
    var elsewhere = script(home.resolve("elsewhere"));
    List<Callable<?>> changes =
        List.of(
            () -> Files.writeString(file, "#!/bin/sh\nexit 6\n"),
            () -> Files.writeString(file, "#!/bin"),
            () -> Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------")),
            () -> Files.deleteIfExists(file),
            () -> {
              Files.delete(file);
              return Files.createSymbolicLink(file, elsewhere);
            });
    for (var change : changes) {
      change.call();
      assertEquals(file, program.file());
      assertEquals(7, exitOf(file));
      assertFalse(Files.isSymbolicLink(file));
    }
  }

  @Test
  void isUnpackedByManyAtOnce() throws Exception {
    var program = ofJar(SCRIPT.repeat(100_000));
    try (var threads = Executors.newFixedThreadPool(8)) {
      Callable<Path> ask = program::file;
      for (var answer : threads.invokeAll(Stream.generate(() -> ask).limit(8).toList())) {
        assertEquals(SCRIPT.length() * 100_000L, Files.size(answer.get()));
      }
    }
    var file = program.file();
    assertEquals(List.of(file), files(file.resolveSibling("")));
  }

  interface Change {
    void apply(Path folder) throws IOException;
  }

  /** What others can make of the folder for unpacked files before we do. */
  static Stream<Change> traps() {
    Stream<Change> ofAnyUser =
        Stream.of(
            folder ->
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx")),
            folder ->
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x---")),
            folder -> {
              var moved = folder.resolveSibling("moved");
              Files.move(folder, moved);
              Files.createSymbolicLink(folder, moved);
            });
    Stream<Change> ofRoot = Stream.of(folder -> Files.setAttribute(folder, "unix:uid", 4711));
    return System.getProperty("user.name").equals("root")
        ? Stream.concat(ofAnyUser, ofRoot)
        : ofAnyUser;
  }

  @ParameterizedTest
  @MethodSource("traps")
  void isNeverExecutedWhereOthersMayWrite(Change trap) throws IOException {
    var program = ofJar(SCRIPT);
    var folder = program.file().resolveSibling("");
    trap.apply(folder);

    var refusal = assertThrows(IOException.class, program::file);
    assertTrue(refusal.toString().contains(folder.toString()), refusal::toString);
    assertTrue(refusal.toString().contains("CATAMARAN_ENGINE"), refusal::toString);
  }

  @Test
  void isDeletedADayAfterAnotherVersion() throws IOException {
    var old = ofJar(SCRIPT + "# 1").file().resolveSibling("");
    var young = ofJar(SCRIPT + "# 2").file().resolveSibling("");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
    Files.setLastModifiedTime(young, FileTime.from(Instant.now().minus(Duration.ofHours(23))));

    var file = ofJar(SCRIPT).file();
    assertEquals(Stream.of(file.resolveSibling(""), young).sorted().toList(), files(temporary));
  }

  @Test
  void saysWhatToDoWhereNoneIsPackaged() {
    var program =
        new EngineProgram(EngineProgram.ENGINE, Optional.empty(), Optional.empty(), temporary);

    assertEquals(
        ("no catamaran-engine for %1$s is on the class path: add dev.catamaran:catamaran-engine with the classifier %1$s, or set"
                + " CATAMARAN_ENGINE to the file that hack/engine-build makes in a clone of Catamaran")
            .formatted(EngineProgram.platform()),
        assertThrows(IOException.class, program::file).getMessage());
  }

  private static int exitOf(Path program) throws IOException, InterruptedException {
    var process = new ProcessBuilder(program.toString()).start();
    process.getOutputStream().close();
    return process.waitFor();
  }

  private static Path script(Path file) throws IOException {
    Files.writeString(file, SCRIPT);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private EngineProgram ofJar(String content) throws IOException {
    return new EngineProgram(EngineProgram.ENGINE, Optional.empty(), jar(content), temporary);
  }

  private Optional<URL> jar(String content) throws IOException {
    var file = Files.createTempFile(home, "engine", ".jar");
    try (var jar = new ZipOutputStream(Files.newOutputStream(file))) {
      jar.putNextEntry(new ZipEntry("engine"));
      jar.write(content.getBytes(UTF_8));
    }
    return Optional.of(URI.create("jar:" + file.toUri() + "!/engine").toURL());
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
