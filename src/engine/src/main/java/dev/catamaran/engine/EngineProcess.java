package dev.catamaran.engine;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.engine.EngineFault.Reason;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One child process with its pipes. It lives until it is closed or ends by itself; then all its
 * requests fail.
 */
final class EngineProcess implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EngineProcess.class);

  /** As deep as Go reads, and any manifest: an answer that cannot be read ends all requests. */
  private static final StreamReadConstraints ANY_ANSWER =
      StreamReadConstraints.builder()
          .maxNestingDepth(10_100)
          .maxStringLength(Integer.MAX_VALUE)
          .maxNumberLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .build();

  private static final JsonMapper JSON =
      JsonMapper.builder(JsonFactory.builder().streamReadConstraints(ANY_ANSWER).build())
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
          .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .build();

  private static final byte[] END = {};
  private static final Duration TO_END = Duration.ofSeconds(2);

  /** The engine looks four times in it, and then has a second to answer and to end by itself. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private static final int MOST_LOOKS = 3;

  private record Frame(
      long id, String method, long deadlineMillis, @Nullable Object params, boolean steps) {}

  private final Process process;
  private final BlockingQueue<byte[]> unsent = new LinkedBlockingQueue<>();
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, Answer> running = new ConcurrentHashMap<>();
  private volatile boolean closing;
  private volatile boolean killed;

  /** In bytes, for which it was killed; 0 if it was not. */
  private volatile long excess;

  private EngineProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts a process.
   *
   * @param most bytes of resident memory; a process that stays above it is killed
   * @throws IOException if the program cannot be executed
   */
  static EngineProcess start(ProcessBuilder command, long most) throws IOException {
    var started = new EngineProcess(command.start());
    started.thread("engine-memory", () -> started.watchMemory(most));
    started.thread("engine-requests", started::send);
    started.thread("engine-answers", started::receive);
    started.thread("engine-log", new EngineLog(started.process.getErrorStream()));
    return started;
  }

  private void thread(String name, Runnable work) {
    Thread.ofPlatform().name(name).daemon().start(work);
  }

  /**
   * Sends a request, and returns its future answer. A failure is an {@link EngineFaultException}.
   *
   * @param limit after which the engine ends the request
   */
  Answer request(EngineRequest request, Duration limit) {
    return request(request, limit, false);
  }

  /**
   * The same.
   *
   * @param steps whether the answer tells the times of its steps
   */
  Answer request(EngineRequest request, Duration limit, boolean steps) {
    long id = ids.incrementAndGet();
    var answer =
        new Answer(
            new CompletableFuture<>(),
            new CopyOnWriteArrayList<>(),
            new CompletableFuture<>(),
            () -> enqueue(new Frame(id, "cancel", 0, null, false)));
    running.put(id, answer);
    enqueue(new Frame(id, request.method(), Math.max(1, limit.toMillis()), request, steps));
    if (!process.isAlive()) {
      // The end may have come before the request was noted.
      failAll();
    }
    return answer;
  }

  /**
   * A future answer.
   *
   * @param future completes with it
   * @param steps those that it tells, when it has come
   * @param firstHook completes when a hook begins, if one does
   * @param cancel asks the engine to end the request, which then answers
   */
  record Answer(
      CompletableFuture<JsonNode> future,
      List<EngineStep> steps,
      CompletableFuture<Void> firstHook,
      Runnable cancel) {}

  /** Whether the engine answers a question that needs nobody else. */
  boolean answersWithin(Duration time) throws InterruptedException {
    try {
      request(new EngineRequest.Hello(), time).future().get(time.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Whether it takes requests: a killed process still lives for a moment. */
  boolean isAlive() {
    return !killed && process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** Returns the resident memory in bytes; 0 if the process has ended, or not on Linux. */
  long residentBytes() {
    try (var lines = Files.lines(Path.of("/proc/" + pid() + "/status"))) {
      return lines
              .filter(line -> line.startsWith("VmRSS:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .sum()
          * 1024;
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  /**
   * Kills a process that stays above its bound. It ends itself there, and answers why, unless it is
   * stopped or too busy with the memory; then it would take that of the operator.
   */
  private void watchMemory(long most) {
    try {
      int above = 0;
      while (!process.waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
        long now = residentBytes();
        above = now > most ? above + 1 : 0;
        if (above == MOST_LOOKS) {
          excess = now;
          log.error(
              "The engine, which runs Helm, has {} MB, its bound is {} MB, and it did not end itself; it is ended, and started again",
              now >> 20,
              most >> 20);
          kill();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the process at once, whatever it does. */
  void kill() {
    killed = true;
    process.destroyForcibly();
  }

  /** Ends the process when the requests that run now have their answers. */
  void killWhenIdle() {
    var answers =
        running.values().stream().map(Answer::future).toArray(CompletableFuture<?>[]::new);
    var unused = CompletableFuture.allOf(answers).whenComplete((answered, failed) -> kill());
  }

  /** Ends the process: it ends with its input. Running requests fail. Nothing writes afterwards. */
  @Override
  public void close() {
    closing = true;
    unsent.add(END);
    try {
      if (!process.waitFor(TO_END.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
        process.waitFor();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }

  private void enqueue(Frame frame) {
    try {
      unsent.add(JSON.writeValueAsBytes(frame));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A stopped engine does not read, and must block no caller: only this thread writes. */
  private void send() {
    try (var out = new DataOutputStream(process.getOutputStream())) {
      for (var frame = unsent.take(); frame.length > 0; frame = unsent.take()) {
        out.writeInt(frame.length);
        out.write(frame);
        if (unsent.isEmpty()) {
          out.flush();
        }
      }
    } catch (IOException e) {
      // The process has ended, which the reader sees, too.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void receive() {
    try (var in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16))) {
      while (true) {
        var frame = new byte[in.readInt()];
        in.readFully(frame);
        accept(JSON.readTree(frame));
      }
    } catch (JacksonException e) {
      // Its message may quote values.
      log.error("An answer of the engine cannot be read ({})", e.getClass().getSimpleName());
    } catch (IOException e) {
      log.debug("The answers of the engine have ended", e);
    } finally {
      boolean isUnexpected = !closing && !killed;
      // Without a reader, each request would wait until its limit.
      kill();
      process.onExit().join();
      if (isUnexpected) {
        log.warn(
            "The engine, which runs Helm, ended with status {}; the next request starts it again",
            process.exitValue());
      }
      failAll();
    }
  }

  private void accept(JsonNode frame) throws IOException {
    long id = frame.path("id").asLong();
    if (frame.has("progress")) {
      EngineLog.progress(frame.path("progress"));
      Optional.ofNullable(running.get(id)).ifPresent(each -> each.firstHook().complete(null));
      return;
    }
    var answer = running.remove(id);
    if (answer == null) {
      return;
    }
    frame.path("steps").forEach(step -> answer.steps().add(step(step)));
    if (frame.has("error")) {
      answer
          .future()
          .completeExceptionally(
              new EngineFaultException(JSON.treeToValue(frame.path("error"), EngineFault.class)));
    } else {
      var result = frame.path("result");
      answer.future().complete(result instanceof MissingNode ? JSON.createObjectNode() : result);
    }
  }

  private static EngineStep step(JsonNode told) {
    var began = Instant.EPOCH.plus(told.path("beganUnixMicros").asLong(), ChronoUnit.MICROS);
    return new EngineStep(
        told.path("name").asText(),
        began,
        began.plus(told.path("micros").asLong(), ChronoUnit.MICROS));
  }

  private void failAll() {
    var why =
        excess > 0
            ? EngineFault.ofEngine(
                Reason.MEMORY,
                "the engine, which runs Helm, took %d MB and was ended".formatted(excess >> 20))
            : EngineFault.ofEngine(
                Reason.ENDED,
                closing
                    ? "the operator stops"
                    : "the engine, which runs Helm, ended with status %d; it is started again"
                        .formatted(process.exitValue()));
    running
        .keySet()
        .forEach(
            id -> {
              var answer = running.remove(id);
              if (answer != null) {
                answer.future().completeExceptionally(new EngineFaultException(why));
              }
            });
  }
}
