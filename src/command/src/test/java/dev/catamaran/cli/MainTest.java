package dev.catamaran.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
  void doesNotSucceedWithoutItsOutput() {
    System.setOut(
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("No space left on device");
              }
            }));

    assertEquals(1, Main.execute("version"));
    assertEquals(1, Main.execute("--help"));
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

  @ParameterizedTest
  @CsvSource({
    "--no-such-flag, --no-such-flag",
    "--reconcile-period=soon, soon",
    "--max-concurrent-reconciles=many, many",
    "--zap-log-level=loud, loud",
  })
  void answersAnInvalidFlagWithOneSentence(String flag, String named) {
    assertEquals(1, Main.execute("run", flag));
    assertTrue(errors().contains(named), errors());
    assertEquals(1, errors().lines().count(), errors());
    assertNoStackTrace();
  }

  /** As a failure: 2 means a difference. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "walk | Unmatched argument at index 0: 'walk'; did you mean wait?",
        "statsu | Unmatched argument at index 0: 'statsu'; did you mean status?",
        "diff web/one --exit-cod | Unknown option: '--exit-cod'; did you mean --exit-code?",
        "diff --exit-code | Missing required parameter: 'KIND/NAME'; catamaran diff --help has what it takes",
        "plan -o jsn | Invalid value for option '--output': there is no form \"jsn\"; write json or yaml; catamaran plan --help has what it takes",
        "pause web/one --all | write KIND/NAME alone, or KIND with --all or --selector; catamaran pause --help has what it takes",
        "wait web/one -A | write KIND/NAME alone, or KIND with --all or --selector; catamaran wait --help has what it takes",
        "status --as-group x | --as-group needs --as: name the user of these groups",
        "history web/one -o wide | --output: history has json and yaml; catamaran history --help has what it takes",
        "diff web/one --revisions 3-4 | Invalid value for option '--revisions' (NUMBER[,NUMBER]): '3-4' is not an int;"
            + " catamaran diff --help has what it takes",
        "diff web/one --revisions 3,4,5 | --revisions compares two revisions, such as 3,4; catamaran diff --help has what"
            + " it takes",
        "bug-report web/one -A | --all-namespaces is for a list; remove it, or the names; catamaran bug-report --help has what"
            + " it takes",
        "create apy | Unmatched argument at index 1: 'apy'; did you mean api?",
        "statsu --help | Unmatched argument at index 0: 'statsu'; did you mean status?",
        "create apy --help | Unmatched argument at index 1: 'apy'; did you mean api?",
        "status web/one -A | --all-namespaces is for a list; remove it, or the name; catamaran status --help has what"
            + " it takes",
        "help rum | Unknown subcommand 'rum'; catamaran --help has what it takes",
      })
  void answersATypoWithOneSentence(String line, String sentence) {
    assertEquals(1, Main.execute(line.split(" ", -1)));
    assertEquals(sentence, errors().strip());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "create"})
  void showsTheCommandsWhereOneIsMissing(String line) {
    assertEquals(1, Main.execute(line.isEmpty() ? new String[0] : line.split(" ", -1)));
    assertTrue(errors().contains("Commands:"), errors());
  }

  @ParameterizedTest
  @CsvSource({
    "help, catamaran run",
    "help status, catamaran status",
    "help create, api",
    "run --help, --watches-file"
  })
  void explainsACommand(String line, String shown) {
    assertEquals(0, Main.execute(line.split(" ", -1)));
    assertTrue(out.toString(UTF_8).contains(shown.replace("catamaran run", "run")), out::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"version", "--version", "status --version", "create webhook --version=v1 --help"})
  void hasItsVersionEverywhere(String line) {
    assertEquals(0, Main.execute(line.split(" ", -1)));
    assertTrue(out.toString(UTF_8).contains("catamaran "), out::toString);
  }

  /** As with kubectl: `make run` adds the flags of a person to its own. */
  @Test
  void takesTheLastOfEqualOptions() throws IOException {
    var file = watches("[]");
    assertEquals(
        1,
        Main.execute(
            "run", "--watches-file", file, "--metrics-bind-address=0", "--metrics-bind-address=x"));
    assertTrue(errors().startsWith("\"x\" is not an address"), errors());
  }

  @ParameterizedTest
  @CsvSource({
    "--leader-elect, '--leader-elect needs --leader-election-id, the name of the lease'",
    "--metrics-bind-address=8080, '\"8080\" is not an address'",
    "--metrics-require-rbac, --metrics-require-rbac needs --metrics-secure",
    "--metrics-cert-path=., --metrics-cert-path needs --metrics-secure",
    "--watches-file=nowhere.yaml, nowhere.yaml",
  })
  void saysWhatIsWrongWithAFlagOfRun(String flag, String message) throws IOException {
    assertEquals(1, Main.execute("run", "--watches-file", watches("[]"), flag));
    assertTrue(errors().contains(message), errors());
    assertNoStackTrace();
  }

  private void assertNoStackTrace() {
    assertFalse(errors().contains("\tat "), errors());
  }
}
