package dev.catamaran.helm;

import com.marcnuri.helm.Helm;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;

/**
 * Avoids the pitfalls of helm-java once, before the first real call. Each is a property of Helm's
 * native library that shows only later: the manager then cannot be stopped or cannot write.
 */
public final class EngineTraps {
  private static final String PROBE = "catamaran-probe";

  private EngineTraps() {}

  /**
   * Loads Helm's native library. Signal handlers must be registered after this, never before: Go
   * replaces the handlers of SIGTERM and SIGINT in the first call that renders, and only then.
   *
   * @throws UncheckedIOException if no temporary folder can be written
   * @throws IllegalStateException if the native library does not work on this machine
   */
  public static void close() {
    close(List.of(GoSignals.QUIT));
  }

  /**
   * The same for a short command: SIGINT and SIGTERM end the process as before.
   *
   * @throws UncheckedIOException if no temporary folder can be written
   * @throws IllegalStateException if the native library does not work on this machine
   */
  public static void closeForCommand() {
    close(List.of(GoSignals.QUIT, GoSignals.INT, GoSignals.TERM));
  }

  private static void close(List<Integer> kept) {
    // Otherwise helm-java looks for a missing native library on the network, at run time.
    System.setProperty("com.marcnuri.jkube-helm.skipRemoteJar", "true");
    GoSignals.keeping(kept, EngineTraps::loadLibrary);
    deleteLibraryFile();
  }

  private static void deleteLibraryFile() {
    try {
      LoadedLibrary.deleteCopies();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void loadLibrary() {
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    thread.setContextClassLoader(KeptLibrary.preferred());
    try {
      renderSomething();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void renderSomething() {
    try (var folder = TemporaryFolder.create("catamaran-probe-")) {
      var chart = folder.path();
      Files.createDirectory(chart.resolve("templates"));
      Files.writeString(
          chart.resolve("Chart.yaml"), "apiVersion: v2\nname: " + PROBE + "\nversion: 0.0.0\n");
      Files.writeString(chart.resolve("templates/probe.yaml"), "probe: {{ .Release.Name }}\n");
      var rendered = new Helm(chart).template().withName(PROBE).call();
      if (rendered == null || !rendered.contains(PROBE)) {
        throw new IllegalStateException("Helm's native library loads but does not render");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
