package dev.catamaran.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineRequest.Subject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Helm in a child process, started by the first request and again after its end. Safe for
 * concurrent use.
 */
public final class Engine implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Engine.class);

  /** The engine gives up a request ten seconds after its limit (src/engine/main.go). */
  private static final Duration BEYOND_LIMIT = Duration.ofSeconds(15);

  /** For how long a call may be silent before the engine is asked whether it lives. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The newest first. */
  private static final Deque<Engine> OFFERED = new ConcurrentLinkedDeque<>();

  private final EngineProcesses processes;
  private final Duration patience;
  private final Suspects suspects = new Suspects(InstantSource.system());

  /** By namespace: what is slow in one must not delay another. */
  private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

  /**
   * Processes apart, which need memory beside the one for all others. Namespaces that are known to
   * end the engine share one, so that they do not delay those that are only suspected.
   */
  private final Semaphore forHarmful = new Semaphore(1, /* fair= */ true);

  private final Semaphore forSuspected = new Semaphore(EngineMemory.APART - 1, /* fair= */ true);

  Engine(EngineProgram program, List<String> arguments, Duration patience) {
    this.processes = new EngineProcesses(program, arguments);
    this.patience = patience;
  }

  /** Returns an engine for the cluster of the pod. */
  public static Engine inCluster() {
    return new Engine(EngineProgram.ofThisProcess(EngineProgram.ENGINE), List.of(), PATIENCE);
  }

  /**
   * Returns one for {@link EngineRequest.Config} alone, by a program that operators do not have.
   */
  public static Engine checker() {
    return new Engine(EngineProgram.ofThisProcess(EngineProgram.CHECKER), List.of(), PATIENCE);
  }

  /** Returns an engine for the cluster of a kubeconfig. */
  public static Engine of(Path kubeconfig) {
    return of(kubeconfig, PATIENCE);
  }

  static Engine of(Path kubeconfig, Duration patience) {
    return new Engine(
        EngineProgram.ofThisProcess(EngineProgram.ENGINE),
        List.of("-kubeconfig=" + kubeconfig.toAbsolutePath()),
        patience);
  }

  /**
   * Says so if this process, with the engine, may take more memory than there is for it; empty
   * otherwise.
   */
  public static Optional<String> shortage() {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long has = system.getTotalMemorySize() >> 20;
    long needs = EngineMemory.ofAll(Runtime.getRuntime().maxMemory());
    return needs <= has
        ? Optional.empty()
        : Optional.of(
            "Java and the engine may take %d MiB together, and there are %d MiB: under load, the kernel may end one of them. Give the pod 768Mi or more, or Java a smaller -XX:MaxRAMPercentage"
                .formatted(needs, has));
  }

  /** Offers this engine, until it is closed, to code of this process that cannot be given one. */
  public void offer() {
    OFFERED.addFirst(this);
  }

  /** Returns the engine that was offered last; empty if none is. */
  public static Optional<Engine> offered() {
    return Optional.ofNullable(OFFERED.peekFirst());
  }

  /**
   * Finds the program, which the first request would find missing.
   *
   * @throws IOException if there is none, or it is not safe to execute; says what to do
   */
  public void check() throws IOException {
    processes.check();
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @param limit after which the engine ends the request
   * @throws EngineFaultException if the request fails, or the engine ends
   * @throws InterruptedException if the thread is interrupted; the engine then has ended the
   *     request, or does not answer
   */
  public JsonNode call(EngineRequest request, Duration limit)
      throws EngineFaultException, InterruptedException {
    return call(request, limit, Optional.empty());
  }

  /**
   * The same.
   *
   * @param told gets the steps of the work, in their order, before this returns or throws
   */
  public JsonNode call(EngineRequest request, Duration limit, Optional<Consumer<EngineStep>> told)
      throws EngineFaultException, InterruptedException {
    var work = new Work(request, limit, told);
    var subject = request.about();
    if (subject.isEmpty()) {
      return answer(processes.running(), work);
    }
    return suspects.contains(subject.get())
        ? callApart(subject.get(), work)
        : callTogether(subject.get(), work);
  }

  /**
   * A request.
   *
   * @param told gets the steps of the work
   */
  private record Work(EngineRequest request, Duration limit, Optional<Consumer<EngineStep>> told) {
    EngineProcess.Answer sentTo(EngineProcess process) {
      return process.request(request, limit, told.isPresent());
    }
  }

  /** Sends a request to the process of all others. */
  private JsonNode callTogether(Subject subject, Work work)
      throws EngineFaultException, InterruptedException {
    // An engine that cannot be started is no release's fault.
    var used = processes.running();
    try {
      return answer(used, work);
    } catch (EngineFaultException e) {
      switch (harm(e)) {
        case ENDED -> suspects.suspect(subject);
        case OCCUPIED -> suspects.distrust(subject);
        case NONE -> {}
      }
      throw e;
    }
  }

  /** Sends a request to a process that has no other one. */
  private JsonNode callApart(Subject subject, Work work)
      throws EngineFaultException, InterruptedException {
    var until = suspects.refusedUntil(subject);
    if (until.isPresent()) {
      throw new EngineFaultException(
          EngineFault.ofEngine(
              Reason.NOT_RUN,
              "the engine, which runs Helm, ended twice at release %s; its values may take too much memory, or have a template that calls itself; correct them, or wait: it is tried again at %s"
                  .formatted(subject.release(), until.get())));
    }
    var turns =
        this.turns.computeIfAbsent(
            subject.namespace(), namespace -> new Semaphore(1, /* fair= */ true));
    turns.acquire();
    var turn = new CompletableFuture<Void>();
    var unused = turn.thenRun(turns::release);
    try {
      if (suspects.contains(subject)) {
        return callAlone(subject, work, turn);
      }
    } finally {
      turn.complete(null);
    }
    // Meanwhile another release of the namespace was acquitted.
    return callTogether(subject, work);
  }

  private JsonNode callAlone(Subject subject, Work work, CompletableFuture<Void> turn)
      throws EngineFaultException, InterruptedException {
    var place = suspects.isHarmful(subject) ? forHarmful : forSuspected;
    place.acquire();
    try (var alone = processes.start(EngineMemory.ofThisProcess().apart())) {
      var sent = work.sentTo(alone);
      // Its templates have been rendered then, and hooks may take long.
      var unused =
          sent.firstHook()
              .thenRun(
                  () -> {
                    suspects.acquit(subject);
                    turn.complete(null);
                  });
      return judged(subject, alone, work, sent);
    } finally {
      place.release();
    }
  }

  private JsonNode judged(
      Subject subject, EngineProcess alone, Work work, EngineProcess.Answer sent)
      throws EngineFaultException, InterruptedException {
    try {
      var answer = answer(alone, work, sent);
      suspects.acquit(subject);
      return answer;
    } catch (EngineFaultException e) {
      switch (harm(e)) {
        case ENDED -> suspects.condemn(subject);
        case OCCUPIED -> {
          suspects.acquit(subject);
          suspects.distrust(subject);
        }
        case NONE -> suspects.acquit(subject);
      }
      throw e;
    }
  }

  /** What a request did to the process that it ran in. */
  private enum Harm {
    NONE,
    /** It never ends, and takes a processor from all others. */
    OCCUPIED,
    ENDED
  }

  private Harm harm(EngineFaultException e) {
    return switch (e.fault().reason()) {
      case ENDED, MEMORY -> processes.isClosed() ? Harm.NONE : Harm.ENDED;
      case ENDLESS -> Harm.OCCUPIED;
      default -> Harm.NONE;
    };
  }

  private JsonNode answer(EngineProcess used, Work work)
      throws EngineFaultException, InterruptedException {
    return answer(used, work, work.sentTo(used));
  }

  private JsonNode answer(EngineProcess used, Work work, EngineProcess.Answer answer)
      throws EngineFaultException, InterruptedException {
    try {
      return awaited(used, answer, work.limit().plus(BEYOND_LIMIT));
    } catch (ExecutionException e) {
      var failure = failure(e);
      switch (failure.fault().reason()) {
        case STUCK, ENDLESS -> processes.retire(used);
        default -> {}
      }
      throw failure;
    } catch (TimeoutException e) {
      log.error("The engine does not answer; it is ended and started again");
      used.kill();
      throw new EngineFaultException(
          EngineFault.ofEngine(
              Reason.STUCK, "the engine, which runs Helm, did not answer; it is started again"));
    } catch (InterruptedException e) {
      answer.cancel().run();
      awaitEnd(answer);
      throw e;
    } finally {
      work.told().ifPresent(answer.steps()::forEach);
    }
  }

  /** What the caller does next must not meet a request that still ends. */
  private static void awaitEnd(EngineProcess.Answer cancelled) throws InterruptedException {
    try {
      cancelled.future().get(BEYOND_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      log.debug("The request was cancelled", e);
    }
  }

  /** A stopped or hanging engine must not hold a call until its limit. */
  private JsonNode awaited(EngineProcess used, EngineProcess.Answer answer, Duration limit)
      throws ExecutionException, InterruptedException, TimeoutException {
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      long left = end - System.nanoTime();
      try {
        return answer.future().get(Math.min(left, patience.toNanos()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (left <= patience.toNanos() || !used.answersWithin(patience)) {
          throw e;
        }
      }
    }
  }

  /**
   * Allows writes for so long from now, and no longer. Before the first call, they are allowed
   * without end.
   */
  public void lease(Duration left) {
    processes.lease(left);
  }

  /** Returns how the process starts. */
  ProcessBuilder command(EngineMemory memory) throws IOException {
    return processes.command(memory);
  }

  /** Returns how many processes were started. */
  public long starts() {
    return processes.starts();
  }

  /** Returns the resident memory of all processes in bytes; 0 where the system does not tell it. */
  public long residentBytes() {
    return processes.residentBytes();
  }

  private static EngineFaultException failure(ExecutionException e) {
    if (e.getCause() instanceof EngineFaultException failure) {
      return failure;
    }
    throw new IllegalStateException(e);
  }

  /** Returns the id of the process that new requests go to; -1 if there is none. */
  long pid() {
    return processes.pid();
  }

  /** Ends the process. Running and later requests fail. */
  @Override
  public void close() {
    OFFERED.remove(this);
    processes.close();
  }
}
