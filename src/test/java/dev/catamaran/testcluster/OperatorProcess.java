package dev.catamaran.testcluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * The operator in a process of its own, for what only a process shows: signals, exit codes and
 * sudden death.
 */
public final class OperatorProcess implements AutoCloseable {
  private final Process process;
  private final Path log;

  private OperatorProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  static OperatorProcess start(
      TestNamespace namespace, OperatorIdentity identity, Watching watching, String... flags) {
    try {
      var log = Files.createTempFile("operator-", ".log");
      var command = new ArrayList<String>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(
          List.of(
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path"),
              "dev.catamaran.cli.Main",
              "run",
              "--watches-file",
              watching.write().toString(),
              "--kubeconfig",
              identity.kubeconfig().toString(),
              "--metrics-bind-address=0",
              "--health-probe-bind-address=0"));
      command.addAll(List.of(flags));
      var builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().put("WATCH_NAMESPACE", namespace.name());
      return new OperatorProcess(builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that it has written. */
  public String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until it has written {@code text}. */
  public void awaitLog(String text) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertTrue(log().contains(text), this::log));
  }

  /** Ends it as the kernel does: it gets no chance to do anything. */
  public void kill() {
    process.destroyForcibly();
    awaitExit(Duration.ofSeconds(10));
  }

  /** Sends SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** Waits for the end; returns the exit code. */
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
