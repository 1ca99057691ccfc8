package dev.catamaran.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.engine.EngineFault.Reason;
import dev.catamaran.engine.EngineRequest.Subject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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

  private static final Duration FOR_LEASE = Duration.ofSeconds(5);

  /** For how long a call may be silent before the engine is asked whether it lives. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The newest first. */
  private static final Deque<Engine> OFFERED = new ConcurrentLinkedDeque<>();

  private final EngineProgram program;
  private final List<String> arguments;
  private final Duration patience;
  private volatile @Nullable EngineProcess process;

  /** All that may live, with those that get no further requests. */
  private final Set<EngineProcess> processes = ConcurrentHashMap.newKeySet();

  /** By {@link System#nanoTime}. */
  private volatile @Nullable Long leaseEnds;

  private volatile boolean closed;
  private final Suspects suspects = new Suspects(InstantSource.system());

  /** By namespace: what is slow in one must not delay another. */
  private final Map<String, Semaphore> turns = new ConcurrentHashMap<>();

  /**
   * Processes apart, which need memory beside the one for all others. Namespaces that are known to
   * end the engine share one, so that they do not delay those that are only suspected.
   */
  private final Semaphore forHarmful = new Semaphore(1, /* fair= */ true);

  private final Semaphore forSuspected = new Semaphore(EngineMemory.APART - 1, /* fair= */ true);

  private final AtomicLong starts = new AtomicLong();

  Engine(EngineProgram program, List<String> arguments, Duration patience) {
    this.program = program;
    this.arguments = arguments;
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
    program.file();
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
      return answer(running(), work);
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
    var used = running();
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
    try (var alone = started(EngineMemory.ofThisProcess().apart())) {
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
      case ENDED, MEMORY -> closed ? Harm.NONE : Harm.ENDED;
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
        case STUCK, ENDLESS -> retire(used);
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
    // Noted first: a process that starts meanwhile gets the newest one.
    leaseEnds = System.nanoTime() + left.toNanos();
    processes.removeIf(each -> !each.isAlive());
    processes.forEach(each -> each.request(EngineRequest.Lease.of(left), FOR_LEASE));
  }

  private synchronized EngineProcess running() throws EngineFaultException {
    var present = process;
    if (present != null && present.isAlive()) {
      return present;
    }
    var started = started(EngineMemory.ofThisProcess());
    process = started;
    return started;
  }

  /** Starts a process with the present lease. */
  private EngineProcess started(EngineMemory memory) throws EngineFaultException {
    if (closed) {
      throw new EngineFaultException(EngineFault.ofEngine(Reason.NOT_RUN, "the operator stops"));
    }
    processes.removeIf(each -> !each.isAlive());
    var started = execute(memory);
    log.debug("The engine runs as process {}", started.pid());
    processes.add(started);
    starts.incrementAndGet();
    var ends = leaseEnds;
    if (ends != null) {
      // The engine takes leases in their order, before the requests after them.
      var left = Duration.ofNanos(Math.max(0, ends - System.nanoTime()));
      started.request(EngineRequest.Lease.of(left), FOR_LEASE);
    }
    return started;
  }

  private EngineProcess execute(EngineMemory memory) throws EngineFaultException {
    try {
      return EngineProcess.start(command(memory), memory.bytes());
    } catch (IOException e) {
      throw new EngineFaultException(
          EngineFault.ofEngine(
              Reason.NOT_RUN, "the engine, which runs Helm, cannot be started: " + e.getMessage()));
    }
  }

  /** Returns how the process starts. */
  ProcessBuilder command(EngineMemory memory) throws IOException {
    var command = new ArrayList<String>();
    command.add(program.file().toString());
    command.addAll(arguments);
    command.addAll(memory.arguments());
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(memory.variables());
    return builder;
  }

  /** Returns how many processes were started. */
  public long starts() {
    return starts.get();
  }

  /** Returns the resident memory of all processes in bytes; 0 where the system does not tell it. */
  public long residentBytes() {
    return processes.stream().mapToLong(EngineProcess::residentBytes).sum();
  }

  private static EngineFaultException failure(ExecutionException e) {
    if (e.getCause() instanceof EngineFaultException failure) {
      return failure;
    }
    throw new IllegalStateException(e);
  }

  /** Returns the id of the process that new requests go to; -1 if there is none. */
  long pid() {
    var present = process;
    return present == null ? -1 : present.pid();
  }

  /** Takes a process out of use that has a request without an end; it ends with its other ones. */
  private synchronized void retire(EngineProcess stuck) {
    if (process == stuck) {
      process = null;
      log.warn("A request to Helm does not end; the engine is replaced");
      stuck.killWhenIdle();
    }
  }

  /** Ends the process. Running and later requests fail. */
  @Override
  public void close() {
    closed = true;
    OFFERED.remove(this);
    processes.forEach(EngineProcess::close);
  }
}
