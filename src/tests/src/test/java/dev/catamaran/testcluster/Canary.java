package dev.catamaran.testcluster;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import dev.catamaran.logging.HidingAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.UUID;
import org.slf4j.LoggerFactory;

/**
 * A text that tests put into Secrets. This class also keeps the visible output of a test run: logs,
 * Events, statuses, spans and metrics. Each process of the tests has a folder for these files.
 * {@code CanaryCheck} searches them after the run.
 */
public final class Canary {
  /** The output of all runs: one folder for each process. */
  static final Path FOLDERS = Path.of("target", "canary").toAbsolutePath();

  /** The output of this process. */
  public static final Path FOLDER = FOLDERS.resolve(System.getProperty("catamaran.fork", "alone"));

  private static final String WORDS = "words";

  private static final class Run {
    static final String WORD = begin();
  }

  private Canary() {}

  /** The secret of this run. Each run has another one. */
  public static String word() {
    return Run.WORD;
  }

  /** Keeps Events and statuses too, from now on; nightly, all tests do. */
  public static void watch() {
    CanaryWatch.start(TestCluster.shared().admin());
  }

  /** Creates a file for a log or for traces. The search covers it. */
  public static Path file(String prefix, String suffix) {
    word();
    try {
      return Files.createTempFile(FOLDER, prefix, suffix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Keeps a text that users can see.
   *
   * @param kind such as {@code events}
   * @param where names the place of the text
   */
  public static synchronized void saw(String kind, String where, String text) {
    word();
    try {
      Files.writeString(
          FOLDER.resolve(kind),
          where + ": " + text.replace("\n", "\n  ") + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String begin() {
    var word = "canary-" + UUID.randomUUID().toString().replace("-", "");
    try {
      clear();
      Files.createDirectories(FOLDER);
      Files.writeString(FOLDER.resolve(WORDS), word + "\n");
      keepOwnLog();
      return word;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the output of an earlier run. */
  private static void clear() throws IOException {
    if (Files.exists(FOLDER)) {
      try (var files = Files.walk(FOLDER)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Keeps the log of operators in the process of the tests, in the form of a separate operator. */
  private static void keepOwnLog() throws IOException {
    var context = (LoggerContext) LoggerFactory.getILoggerFactory();
    var pattern = new PatternLayoutEncoder();
    pattern.setContext(context);
    pattern.setPattern("%level %logger{0} %X{resource.name} %msg%n");
    pattern.start();
    var hiding = new HidingAppender();
    hiding.setContext(context);
    hiding.setEncoder(pattern);
    hiding.start();
    hiding.setOutputStream(Files.newOutputStream(FOLDER.resolve("log-of-tests")));
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(hiding);
  }
}
