package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An archive of the classes that an operator loads (JEP 350). A process with it needs about 1.4 s
 * of CPU less to start. A test run starts about 90 processes.
 */
final class ClassArchive {
  private static final Path FOLDER = Path.of("target", "class-archive").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final AtomicInteger PROCESSES = new AtomicInteger();

  private ClassArchive() {}

  /**
   * Returns the flags of Java that use the archive. Creates the archive, unless this is the first
   * process of the JVM, another JVM is creating it, or the modules are not packaged, as in an IDE:
   * then there are no flags. So the run of a single test does not wait for an archive.
   *
   * @param classPath its folders come last: the archive has classes of jars only
   */
  static List<String> flags(List<Path> classPath) {
    try {
      var archive = FOLDER.resolve(version(classPath) + ".jsa");
      if (PROCESSES.getAndIncrement() > 0 && isPackaged(classPath)) {
        create(archive, classPath);
      }
      // Java complains that its own archive was made without access to native code. Both work.
      return Files.exists(archive)
          ? List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off")
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPackaged(List<Path> classPath) {
    return classPath.stream().noneMatch(file -> file.endsWith("target/classes"));
  }

  /** Java accepts an archive only for the same files. */
  private static String version(List<Path> classPath) throws IOException {
    var files = new ArrayList<List<Object>>();
    for (var file : classPath) {
      if (Files.isRegularFile(file)) {
        files.add(List.of(file, Files.size(file), Files.getLastModifiedTime(file)));
      }
    }
    return Integer.toHexString(Objects.hash(files, Runtime.version()));
  }

  private static void create(Path archive, List<Path> classPath) throws IOException {
    Files.createDirectories(FOLDER);
    try (var channel =
            FileChannel.open(
                FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var lock = channel.tryLock()) {
      if (lock != null && !Files.exists(archive)) {
        deleteFormer();
        var part = FOLDER.resolve("part");
        runAnOperator("-XX:ArchiveClassesAtExit=" + part, classPath);
        Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (OverlappingFileLockException e) {
      // Another test of this JVM is creating it.
    }
  }

  private static void deleteFormer() throws IOException {
    try (var archives = Files.newDirectoryStream(FOLDER, "*.jsa")) {
      for (var archive : archives) {
        Files.delete(archive);
      }
    }
  }

  /** Makes, changes and deletes a release. Java writes the archive when the process ends. */
  private static void runAnOperator(String flag, List<Path> classPath) {
    try (var namespace = TestNamespace.create()) {
      var chart = TestChart.named("archived").configMap("archived", "color", "red");
      var operator =
          OperatorProcess.start(
              List.of(flag),
              classPath.stream().filter(Files::isRegularFile).toList(),
              namespace.identity(),
              Watching.chart("Widget", chart.path()),
              Map.of("WATCH_NAMESPACE", namespace.name()));
      namespace.atClose(operator::close);
      namespace.deploy("Widget", "archived", "{}");
      namespace.deploy("Widget", "archived", "{\"size\": 2}");
      namespace.delete("Widget", "archived");
      eventually(() -> assertNull(namespace.primary("Widget", "archived")));
      operator.terminate();
      operator.awaitExit(PATIENCE);
    }
  }
}
