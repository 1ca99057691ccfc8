package dev.catamaran.helm;

import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmCall.Result;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.telemetry.Step;
import dev.catamaran.telemetry.Steps;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Limits how long a pass waits for a call, and allows one call at a time for each release. A chart
 * may have many hooks: an overdue call continues, and its release stays busy until it returns.
 */
public final class BoundedEngine implements EngineCalls {
  /** Helm limits each hook, not the call; this is the additional time for everything else. */
  private static final Duration ALLOWANCE = Duration.ofMinutes(1);

  private static final Duration MEMORY = Duration.ofDays(1);

  private final Set<ReleaseKey> running = ConcurrentHashMap.newKeySet();

  /** The threads of calls that make revisions, by the uid of the primary. */
  private final Map<String, Thread> making = new ConcurrentHashMap<>();

  /** The uids of primaries whose deletion has begun. */
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  /** The last calls that have returned. Their results are settled within a day, or never. */
  private final Map<ReleaseKey, Span> returned = new ConcurrentHashMap<>();

  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("helm-", 1).factory());

  /** Returns an engine that is limited together with all others, and shows each call as a step. */
  public HelmEngine bound(HelmEngine engine) {
    return call ->
        Steps.run(
            "helm " + call.word(),
            step -> {
              describe(call, step);
              try {
                return run(engine, call);
              } catch (EngineException e) {
                step.attribute("catamaran.failure", e.failure().kind().name());
                throw e;
              }
            });
  }

  private static void describe(HelmCall call, Step step) {
    step.attribute("catamaran.release.name", call.release().name())
        .attribute("catamaran.release.namespace", call.release().namespace());
    if (call instanceof HelmCall.Rollback rollback) {
      step.attribute("catamaran.release.target", rollback.target().number());
    } else if (call instanceof HelmCall.OfDesired making) {
      step.attribute("catamaran.chart.name", making.desired().chart().name())
          .attribute("catamaran.chart.version", making.desired().chart().version());
    }
  }

  private record Span(Instant began, Instant ended) {}

  private Result run(HelmEngine engine, HelmCall call) {
    var release = call.release();
    var bound = call.timeout().plus(ALLOWANCE);
    if (!running.add(release)) {
      throw new EngineException(
          Kind.LOCKED.of("an earlier Helm call for release " + release + " has not returned"));
    }
    Callable<Result> work = Steps.carried(() -> runAndFree(engine, call));
    return await(release, bound, threads.submit(work));
  }

  @Override
  public boolean isRunning(ReleaseKey release) {
    return running.contains(release);
  }

  @Override
  public boolean hasReturned(ReleaseKey release, Instant at) {
    var span = returned.get(release);
    return span != null && !at.isBefore(span.began()) && !at.isAfter(span.ended());
  }

  @Override
  public Optional<Making> making(PrimaryIdentity primary) {
    return Optional.ofNullable(making.get(primary.uid())).map(InThread::new);
  }

  /** Each call has a thread of its own, so an interruption never meets another one. */
  private record InThread(Thread thread) implements Making {
    @Override
    public boolean isRunning() {
      return thread.isAlive();
    }

    @Override
    public void end() {
      thread.interrupt();
    }
  }

  @Override
  public void refuse(PrimaryIdentity primary) {
    refused.add(primary.uid());
  }

  @Override
  public void forget(PrimaryIdentity primary) {
    refused.remove(primary.uid());
  }

  public Set<ReleaseKey> running() {
    return Set.copyOf(running);
  }

  private Result runAndFree(HelmEngine engine, HelmCall call) {
    var began = Instant.now();
    try {
      return call instanceof HelmCall.OfDesired making
          ? runUnlessRefused(engine, call, making.desired().primary().uid())
          : engine.run(call);
    } finally {
      var ended = Instant.now();
      returned.values().removeIf(old -> old.ended().isBefore(ended.minus(MEMORY)));
      returned.put(call.release(), new Span(began, ended));
      running.remove(call.release());
    }
  }

  private Result runUnlessRefused(HelmEngine engine, HelmCall call, String uid) {
    making.put(uid, Thread.currentThread());
    try {
      if (refused.contains(uid)) {
        throw new EngineException(Kind.UNFINISHED.of(call.release() + " is being deleted"));
      }
      return engine.run(call);
    } finally {
      making.remove(uid, Thread.currentThread());
    }
  }

  private static Result await(ReleaseKey release, Duration bound, Future<Result> call) {
    try {
      return call.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new EngineException(
          Kind.UNFINISHED.of(
              "Helm has not finished release %s within %s".formatted(release, bound)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(Kind.UNFINISHED.of("stopped while Helm was at work on " + release));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
