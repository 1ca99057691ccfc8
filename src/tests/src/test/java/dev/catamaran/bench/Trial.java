package dev.catamaran.bench;

import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.ProcessFigures;
import dev.catamaran.testcluster.RequestLog;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One contender with a number of releases, in a namespace of its own. */
final class Trial implements AutoCloseable {
  private static final Duration TO_START = Duration.ofMinutes(1);
  private static final Duration TO_END = Duration.ofMinutes(1);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
  private static final Duration SHORTEST = Duration.ofSeconds(15);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
  private static final int LINES_OF_LOG = 5;

  private final Slot slot;
  private final Settings settings;
  private final Path chart;
  private final TestNamespace namespace;
  private final Primaries primaries;
  private final RequestLog log;
  private final Observer observer;
  private final List<String> names;
  private @Nullable OperatorProcess process;

  /**
   * Prepares a trial.
   *
   * @param chart of the releases
   */
  Trial(Slot slot, Settings settings, Path chart) {
    this.slot = slot;
    this.settings = settings;
    this.chart = chart;
    this.namespace = TestNamespace.create();
    this.primaries = new Primaries(client(), namespace.name());
    this.log = RequestLog.of(slot.contender().account(namespace));
    this.observer = new Observer(client(), namespace.name());
    this.names = IntStream.range(0, slot.size()).mapToObj("release%05d"::formatted).toList();
  }

  Contender contender() {
    return slot.contender();
  }

  Settings settings() {
    return settings;
  }

  Observer observer() {
    return observer;
  }

  KubernetesClient client() {
    return namespace.client();
  }

  String namespace() {
    return namespace.name();
  }

  /** The names of all releases. */
  List<String> names() {
    return names;
  }

  /** Starts the contender. */
  void start() {
    process = contender().start(new Site(namespace, chart, settings.period()));
  }

  /** Stops the contender as a kubelet does. */
  void stop() {
    var running = running();
    process = null;
    running.terminate();
    running.awaitExit(TO_END);
  }

  /** The process of the contender, with its children; empty while it does not run. */
  Optional<ProcessFigures> figures() {
    return Optional.ofNullable(process).map(running -> new ProcessFigures(running.pid(), true));
  }

  /** Starts to measure. */
  Meter meter() {
    return new Meter(this::figures, namespace.cluster().processes(), log);
  }

  /** Lets the contender install these releases; returns when it was asked to. */
  Map<String, Long> install(List<String> releases) {
    return contender() instanceof Operator
        ? primaries.create(releases)
        : order(Orders.INSTALL, releases);
  }

  /** Lets the contender change one value of these releases. */
  Map<String, Long> change(List<String> releases) {
    return contender() instanceof Operator
        ? primaries.change(releases)
        : order(Orders.CHANGE, releases);
  }

  /** Lets the contender delete these releases. */
  Map<String, Long> delete(List<String> releases) {
    return contender() instanceof Operator
        ? primaries.delete(releases)
        : order(Orders.UNINSTALL, releases);
  }

  private Map<String, Long> order(String verb, List<String> releases) {
    running().tell(verb + " " + String.join(" ", releases));
    return Map.of();
  }

  /**
   * Waits until the contender is at rest, at most for one period. (A Go operator with many releases
   * never is.)
   *
   * @return when it came to rest, in nanoseconds
   */
  long settle() {
    return Quiet.await(figures().orElseThrow(), longest());
  }

  /**
   * Waits until the contender sends no requests for some seconds, at most for one period. A process
   * without a free processor seems to be at rest.
   */
  void awaitNoRequests() {
    Quiet.await(log, longest());
  }

  /**
   * Waits for the first request of the contender since the meter started. Before that, a process
   * without a free processor seems to be at rest.
   *
   * @throws PhaseFailure if none comes in time, or if the contender has ended
   */
  void awaitFirstRequest() {
    long deadline = System.nanoTime() + TO_START.toNanos();
    while (log.requests().isEmpty()) {
      if (!running().isAlive() || System.nanoTime() > deadline) {
        throw new PhaseFailure("sent no request after its start" + lastLines());
      }
      Waiting.pass(BETWEEN_LOOKS);
    }
  }

  private Duration longest() {
    var period = settings.period();
    return period.compareTo(SHORTEST) < 0 ? SHORTEST : period;
  }

  /**
   * Waits for an expectation, and says from time to time how far it is.
   *
   * @throws PhaseFailure if it is not met in time, or if the contender has ended
   */
  void await(Expectation expected) {
    long seconds = 60 + 2L * slot.size() + 2 * settings.period().toSeconds();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    long next = System.nanoTime() + BETWEEN_LINES.toNanos();
    try {
      while (!expected.await(TimeUnit.SECONDS.toMillis(1))) {
        if (!running().isAlive()) {
          throw new PhaseFailure("ended by itself with " + expected + lastLines());
        }
        if (System.nanoTime() > deadline) {
          throw new PhaseFailure("only " + expected + " after " + seconds + " s" + lastLines());
        }
        if (System.nanoTime() > next) {
          Progress.line(expected.toString());
          next += BETWEEN_LINES.toNanos();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      observer.forget(expected);
    }
  }

  /** Stops everything, and waits until the cluster has cleaned up. */
  @Override
  public void close() {
    observer.close();
    namespace.close();
    var made = client().namespaces().withName(namespace.name());
    made.delete();
    made.waitUntilCondition(found -> found == null, 5, TimeUnit.MINUTES);
  }

  private OperatorProcess running() {
    if (process == null) {
      throw new PhaseFailure("does not run");
    }
    return process;
  }

  private String lastLines() {
    var lines = running().log().lines().toList();
    return lines.isEmpty()
        ? ""
        : "; the end of its log:\n"
            + String.join(
                "\n", lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size()));
  }
}
