package dev.catamaran.engine;

import dev.catamaran.engine.EngineFault.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of one engine: one for all requests, started by the first and again after its end,
 * and those apart. Each has the present lease.
 */
final class EngineProcesses {
  private static final Logger log = LoggerFactory.getLogger(EngineProcesses.class);

  private static final Duration FOR_LEASE = Duration.ofSeconds(5);

  private final EngineProgram program;
  private final List<String> arguments;
  private volatile @Nullable EngineProcess process;

  /** All that may live, with those that get no further requests. */
  private final Set<EngineProcess> all = ConcurrentHashMap.newKeySet();

  /** By {@link System#nanoTime}. */
  private volatile @Nullable Long leaseEnds;

  private volatile boolean closed;
  private final AtomicLong starts = new AtomicLong();

  EngineProcesses(EngineProgram program, List<String> arguments) {
    this.program = program;
    this.arguments = arguments;
  }

  void check() throws IOException {
    program.file();
  }

  void lease(Duration left) {
    // Noted first: a process that starts meanwhile gets the newest one.
    leaseEnds = System.nanoTime() + left.toNanos();
    all.removeIf(each -> !each.isAlive());
    all.forEach(each -> each.request(EngineRequest.Lease.of(left), FOR_LEASE));
  }

  /** Returns the process for all requests. */
  synchronized EngineProcess running() throws EngineFaultException {
    var present = process;
    if (present != null && present.isAlive()) {
      return present;
    }
    var started = start(EngineMemory.ofThisProcess());
    process = started;
    return started;
  }

  /** Starts a process with the present lease. */
  EngineProcess start(EngineMemory memory) throws EngineFaultException {
    if (closed) {
      throw new EngineFaultException(EngineFault.ofEngine(Reason.NOT_RUN, "the operator stops"));
    }
    all.removeIf(each -> !each.isAlive());
    var started = execute(memory);
    log.debug("The engine runs as process {}", started.pid());
    all.add(started);
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

  ProcessBuilder command(EngineMemory memory) throws IOException {
    var command = new ArrayList<String>();
    command.add(program.file().toString());
    command.addAll(arguments);
    command.addAll(memory.arguments());
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(memory.variables());
    return builder;
  }

  /** Takes a process out of use that has a request without an end; it ends with its other ones. */
  synchronized void retire(EngineProcess stuck) {
    if (process == stuck) {
      process = null;
      log.warn("A request to Helm does not end; the engine is replaced");
      stuck.killWhenIdle();
    }
  }

  long starts() {
    return starts.get();
  }

  long residentBytes() {
    return all.stream().mapToLong(EngineProcess::residentBytes).sum();
  }

  long pid() {
    var present = process;
    return present == null ? -1 : present.pid();
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
    all.forEach(EngineProcess::close);
  }
}
