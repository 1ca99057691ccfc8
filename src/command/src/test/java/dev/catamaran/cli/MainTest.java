package dev.catamaran.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock(Resources.SYSTEM_ERR)
@ResourceLock(Resources.SYSTEM_OUT)
class MainTest {
  private final Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream standardOut = System.out;
  private final PrintStream standardErr = System.err;

  MainTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void capture() {
    System.setOut(new PrintStream(out, true, UTF_8));
    System.setErr(new PrintStream(err, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setOut(standardOut);
    System.setErr(standardErr);
  }

  private String watches(String text) throws IOException {
    return Files.writeString(folder.resolve("watches.yaml"), text).toString();
  }

  private String errors() {
    return err.toString(UTF_8);
  }

  @Test
  void reportsAllProblemsOfTheWatchesAndStartsNothing() throws IOException {
    var file =
        watches(
            """
            - group: cache.my.domain
              version: v1
              kind: Memcached
              chart: no/such/chart
              reconcilePeriode: 1m
            """);

    int code = Main.execute("run", "--watches-file", file, "--kubeconfig", "/no/such/file");

    assertEquals(1, code);
    assertTrue(errors().contains("watches.yaml:4"), errors());
    assertTrue(errors().contains("watches.yaml:5"), errors());
    assertTrue(errors().contains("reconcilePeriode"), errors());
    // The next problem would be the missing cluster.
    assertFalse(errors().contains("kubeconfig"), errors());
    assertNoStackTrace();
  }

  @Test
  void reportsMissingWatches() {
    var file = folder.resolve("nowhere.yaml").toString();
    assertEquals(1, Main.execute("run", "--watches-file", file));
    assertTrue(errors().contains("nowhere.yaml"), errors());
    assertNoStackTrace();
  }

  @Test
  void needsANameForTheLease() throws IOException {
    assertEquals(1, Main.execute("run", "--watches-file", watches("[]"), "--leader-elect"));
    assertEquals(
        "--leader-elect needs --leader-election-id, the name of the lease", errors().strip());
  }

  @ParameterizedTest
  @CsvSource({
    "--no-such-flag, --no-such-flag",
    "--reconcile-period=soon, soon",
    "--max-concurrent-reconciles=many, many",
    "--zap-log-level=loud, loud",
  })
  void exitsWith2ForAnInvalidFlag(String flag, String named) {
    assertEquals(2, Main.execute("run", flag));
    assertTrue(errors().contains(named), errors());
    assertNoStackTrace();
  }

  @Test
  void exitsWith2ForAnUnknownCommand() {
    assertEquals(2, Main.execute("walk"));
    assertTrue(errors().contains("walk"), errors());
  }

  @Test
  void reportsAnInvalidAddress() throws IOException {
    var file = watches("[]");
    assertEquals(1, Main.execute("run", "--watches-file", file, "--metrics-bind-address", "8080"));
    assertTrue(errors().startsWith("\"8080\" is not an address"), errors());
    assertNoStackTrace();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--metrics-require-rbac", "--metrics-cert-path=."})
  void reportsFlagsThatNeedHttps(String flag) throws IOException {
    assertEquals(1, Main.execute("run", "--watches-file", watches("[]"), flag));
    assertTrue(errors().contains(" needs --metrics-secure"), errors());
    assertNoStackTrace();
  }

  @Test
  void printsItsVersion() {
    assertEquals(0, Main.execute("version"));
    assertTrue(out.toString(UTF_8).startsWith("catamaran "), out.toString(UTF_8));
  }

  @Test
  void explainsItsFlags() {
    assertEquals(0, Main.execute("run", "--help"));
    assertTrue(out.toString(UTF_8).contains("--watches-file"), out.toString(UTF_8));
  }

  private void assertNoStackTrace() {
    assertFalse(errors().contains("\tat "), errors());
  }
}
