package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The operator in a separate process. Tests of signals, exit codes and crashes need one. */
public final class OperatorProcess implements AutoCloseable {
  private static final List<String> JAVA =
      List.of(
          Path.of(System.getProperty("java.home"), "bin", "java").toString(),
          "--enable-native-access=ALL-UNNAMED",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          // Maven deletes that of the tests.
          "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));

  /** That of the tests. Its folders come last, as {@link ClassArchive} requires. */
  private static final List<Path> CLASS_PATH =
      Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(Path::of)
          .sorted(Comparator.comparing(Files::isDirectory))
          .toList();

  private final Process process;
  private final Path log;
  private final CompletableFuture<Instant> end;

  private OperatorProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.end = process.onExit().thenApply(ended -> Instant.now());
  }

  static OperatorProcess start(
      OperatorIdentity identity,
      Watching watching,
      Map<String, String> environment,
      String... flags) {
    return start(
        ClassArchive.flags(CLASS_PATH), CLASS_PATH, identity, watching, environment, flags);
  }

  /** The same, with these flags of Java and this class path. */
  static OperatorProcess start(
      List<String> javaFlags,
      List<Path> classPath,
      OperatorIdentity identity,
      Watching watching,
      Map<String, String> environment,
      String... flags) {
    var command = new ArrayList<>(JAVA);
    command.addAll(javaFlags);
    command.addAll(
        List.of(
            "-cp",
            classPath.stream().map(Path::toString).collect(joining(File.pathSeparator)),
            "dev.catamaran.run.Main",
            "run"));
    var given = List.of(flags);
    for (var flag : defaults(identity, watching)) {
      if (given.stream().noneMatch(g -> name(g).equals(name(flag)))) {
        command.add(flag);
      }
    }
    command.addAll(given);
    return start(command, environment);
  }

  static OperatorProcess start(List<String> command, Map<String, String> environment) {
    try {
      var log = Canary.file("operator-", ".log");
      var builder =
          new ProcessBuilder(heeding(command))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().putAll(environment);
      return new OperatorProcess(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A shell lets what it runs in the background ignore SIGINT, and so does a JVM below it then. */
  private static List<String> heeding(List<String> command) {
    return System.getProperty("os.name").equals("Linux")
        ? Stream.concat(Stream.of("env", "--default-signal=INT"), command.stream()).toList()
        : command;
  }

  private static List<String> defaults(OperatorIdentity identity, Watching watching) {
    return List.of(
        "--watches-file=" + watching.write(),
        "--kubeconfig=" + identity.kubeconfig(),
        "--metrics-bind-address=0",
        "--health-probe-bind-address=0");
  }

  private static String name(String flag) {
    return flag.split("=", 2)[0];
  }

  /** The whole log. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The process ID. */
  public long pid() {
    return process.pid();
  }

  /** The thread dump of jcmd: one line for each thread, and its stack. */
  public String threads() {
    return jcmd("Thread.print");
  }

  /** Runs the garbage collector of the process. */
  public void collectGarbage() {
    jcmd("GC.run");
  }

  /** The used heap. */
  public long heapMegabytes() {
    return Pattern.compile("used (\\d+)K")
            .matcher(jcmd("GC.heap_info"))
            .results()
            .filter(match -> !match.group().isEmpty())
            .mapToLong(match -> Long.parseLong(match.group(1)))
            // The last two lines count classes.
            .limit(2)
            .sum()
        / 1024;
  }

  private String jcmd(String command) {
    try {
      var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
      var asking =
          new ProcessBuilder(jcmd, Long.toString(process.pid()), command)
              .redirectErrorStream(true)
              .start();
      return new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a line to the standard input of the process. */
  public void tell(String line) {
    try {
      var in = process.getOutputStream();
      in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the log has {@code text}. */
  public void awaitLog(String text) {
    eventually(() -> assertTrue(log().contains(text), this::log));
  }

  /** Whether the process still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends SIGKILL, and waits for the end. */
  public void kill() {
    process.destroyForcibly();
    awaitExit(Duration.ofMinutes(1));
  }

  /**
   * Kills the process after {@code delay}.
   *
   * @throws AssertionError if the process ended earlier
   */
  public void killAfter(Duration delay) {
    try {
      if (process.waitFor(delay.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("ended by itself with " + process.exitValue() + ":\n" + log());
      }
      kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** Sends SIGINT, as Ctrl-C does. */
  public void interrupt() {
    signal("INT");
  }

  /** Sends SIGQUIT: the process prints its threads. */
  public void dumpThreads() {
    signal("QUIT");
  }

  /** Sends SIGSTOP: the process stands still until {@link #resume}. */
  public void pause() {
    signal("STOP");
  }

  /** Sends SIGCONT: the process continues after {@link #pause}. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The time at which the test saw the end of the process: not before the real end. */
  public Instant endedAt() {
    return end.join();
  }

  /** Waits for the end of the process; returns the exit code. */
  public int awaitExit(Duration within) {
    try {
      if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("still running after " + within + ":\n" + log());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
