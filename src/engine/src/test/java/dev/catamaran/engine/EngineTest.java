package dev.catamaran.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.engine.EngineFault.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the real program, and an API server that accepts connections and never answers. */
class EngineTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Socket> requests = new ArrayList<>();
  private ServerSocket silent;
  private Path kubeconfig;
  private Engine engine;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    kubeconfig =
        Files.writeString(
            folder.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: a, cluster: {server: "http://127.0.0.1:%d"}}]
            contexts: [{name: a, context: {cluster: a, user: ""}}]
            current-context: a
            """
                .formatted(silent.getLocalPort()));
    engine = Engine.of(kubeconfig);
  }

  @AfterEach
  void end() throws IOException {
    engine.close();
    silent.close();
    callers.shutdownNow();
  }

  @Test
  void startsWithItsShareOfTheMemory() throws IOException {
    var memory = EngineMemory.ofThisProcess();
    var expected =
        new ArrayList<>(
            List.of(EngineProgram.ofThisProcess(EngineProgram.ENGINE).file().toString()));
    expected.addAll(memory.arguments());

    var command = engine.command(memory);
    var started = new ArrayList<>(command.command());
    assertTrue(started.remove(1).startsWith("-kubeconfig=/"), started::toString);
    assertEquals(expected, started);
    memory
        .variables()
        .forEach((name, value) -> assertEquals(value, command.environment().get(name)));
  }

  @Test
  void startsAgainAfterItsEnd() throws Exception {
    assertTrue(engine.call(new EngineRequest.Hello(), LONG).path("helm").asText().startsWith("v4"));
    var first = engine.pid();
    kill(first);

    assertTrue(engine.call(new EngineRequest.Hello(), LONG).path("memoryBytes").asLong() > 0);
    assertNotEquals(first, engine.pid());
  }

  @Test
  void endsARequestAtItsLimit() {
    var failure =
        assertThrows(
            EngineFaultException.class,
            () -> engine.call(uninstall("slow"), Duration.ofMillis(200)));
    assertEquals(Reason.DEADLINE, failure.fault().reason(), failure::getMessage);
  }

  @Test
  void replacesAProcessThatDoesNotAnswer() throws Exception {
    try (var hasty = Engine.of(kubeconfig, Duration.ofSeconds(2))) {
      hasty.call(new EngineRequest.Hello(), LONG);
      var first = hasty.pid();
      signal("-STOP", first);
      var failure =
          assertThrows(EngineFaultException.class, () -> hasty.call(uninstall("slow"), LONG));
      assertEquals(Reason.STUCK, failure.fault().reason(), failure::getMessage);

      hasty.call(new EngineRequest.Hello(), LONG);
      assertNotEquals(first, hasty.pid());
    }
  }

  @Test
  void waitsForACallWhileTheProcessAnswers() throws Exception {
    try (var hasty = Engine.of(kubeconfig, Duration.ofMillis(500))) {
      hasty.call(new EngineRequest.Hello(), LONG);
      var failure =
          assertThrows(
              EngineFaultException.class,
              () -> hasty.call(uninstall("slow"), Duration.ofSeconds(3)));
      assertEquals(Reason.DEADLINE, failure.fault().reason(), failure::getMessage);
    }
  }

  @Test
  void doesNotNeedTheAnswerOfAnInterruptedCall() throws Exception {
    var call = call("slow");
    awaitRequest();
    assertTrue(call.cancel(true));
    engine.call(new EngineRequest.Hello(), LONG);
  }

  @Test
  void refusesAReleaseThatEndsItAgainAndNoOther() throws Exception {
    var bad = call("bad");
    var beside = call("beside");
    awaitRequest();
    kill(engine.pid());
    assertEquals(Reason.ENDED, reason(bad));
    assertEquals(Reason.ENDED, reason(beside));

    // Both run apart now. The process for all others is another one.
    engine.call(new EngineRequest.Hello(), LONG);
    bad = call("bad");
    awaitRequest();
    kill(child(engine.pid()));
    assertEquals(Reason.ENDED, reason(bad));

    var refusal = fault(call("bad")).message();
    assertTrue(
        refusal.startsWith("the engine, which runs Helm, ended twice at release ns/bad;"), refusal);
    beside = call("beside");
    awaitRequest();
    assertFalse(beside.isDone());
    engine.call(new EngineRequest.Hello(), LONG);
  }

  /** Each takes memory beside the process for all others. */
  @Test
  void runsTwoSuspectsApartAndNotMore() throws Exception {
    var namespaces = List.of("a", "b", "c");
    for (var namespace : namespaces) {
      var call = call(namespace, "r");
      awaitRequest();
      kill(engine.pid());
      assertEquals(Reason.ENDED, reason(call));
    }
    engine.call(new EngineRequest.Hello(), LONG);

    var apart = namespaces.stream().map(namespace -> call(namespace, "r")).toList();
    awaitRequest();
    awaitRequest();
    silent.setSoTimeout(500);
    assertThrows(SocketTimeoutException.class, silent::accept);
    assertEquals(3, engines().count());
    kill(child(engine.pid()));
    awaitRequest();
    assertEquals(1, apart.stream().filter(Future::isDone).count());
  }

  @Test
  void blamesNoReleaseForAProgramThatIsNotThere(@TempDir Path folder) {
    var missing =
        new EngineProgram(
            EngineProgram.ENGINE, Optional.of(folder.resolve("none")), Optional.empty(), folder);
    try (var none = new Engine(missing, List.of(), LONG)) {
      for (int i = 0; i < 3; i++) {
        var failure =
            assertThrows(EngineFaultException.class, () -> none.call(uninstall("a"), LONG));
        assertEquals(
            "the engine, which runs Helm, cannot be started: %s is not an executable file; correct or unset CATAMARAN_ENGINE"
                .formatted(folder.resolve("none")),
            failure.getMessage());
      }
    }
  }

  @Test
  void staysWhenASignalReachesTheWholeGroup() throws Exception {
    engine.call(new EngineRequest.Hello(), LONG);
    var first = engine.pid();
    for (var signal : List.of("-INT", "-TERM", "-HUP")) {
      signal(signal, first);
      engine.call(new EngineRequest.Hello(), LONG);
      assertEquals(first, engine.pid(), signal);
    }
  }

  /** An answer that cannot be read would end the requests of all releases. */
  @Test
  void readsAnAnswerWithALongKey(@TempDir Path chart) throws Exception {
    var key = "k".repeat(60_000);
    Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: c, version: 1.0.0}");
    var templates = Files.createDirectory(chart.resolve("templates"));
    Files.writeString(
        templates.resolve("a.yaml"),
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  ? %s\n  : v\n"
            .formatted(key));
    var target = new ReleaseRequest.Target("r", "ns", "", 1000, false, "", List.of(), 0, null);
    var rendered =
        new EngineRequest.Rendered(
            new EngineRequest.Chart(chart.toString(), "", Map.of()),
            JsonNodeFactory.instance.objectNode());
    var world = new EngineRequest.World("", List.of(), List.of());

    var answer =
        engine.call(
            new EngineRequest.Render(target, rendered, /* isUpgrade= */ false, world), LONG);

    assertTrue(answer.toString().contains(key));
  }

  private static void signal(String signal, long pid) throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder("kill", signal, "" + pid).start().waitFor());
  }

  private Future<?> call(String release) {
    return call("ns", release);
  }

  private Future<?> call(String namespace, String release) {
    return callers.submit(() -> engine.call(uninstall(namespace, release), LONG));
  }

  private static EngineRequest uninstall(String release) {
    return uninstall("ns", release);
  }

  private static EngineRequest uninstall(String namespace, String release) {
    var target =
        new ReleaseRequest.Target(release, namespace, "", 1000, false, "", List.of(), 0, null);
    return new ReleaseRequest.Uninstall(target, "", null);
  }

  /** The engine is at work once it asks the API server. */
  private void awaitRequest() throws IOException {
    silent.setSoTimeout(Math.toIntExact(LONG.toMillis()));
    requests.add(silent.accept());
  }

  private static Reason reason(Future<?> call) {
    return fault(call).reason();
  }

  private static EngineFault fault(Future<?> call) {
    var failed = assertThrows(ExecutionException.class, () -> call.get(1, TimeUnit.MINUTES));
    return assertInstanceOf(EngineFaultException.class, failed.getCause()).fault();
  }

  /** Returns the engine of this process that has another id. */
  private static long child(long other) {
    return engines().filter(pid -> pid != other).findFirst().orElseThrow();
  }

  private static LongStream engines() {
    return ProcessHandle.current()
        .children()
        .filter(each -> each.info().command().orElse("").endsWith("catamaran-engine"))
        .mapToLong(ProcessHandle::pid);
  }

  private static void kill(long pid) {
    var process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }
}
