package dev.catamaran.events;

import dev.catamaran.events.EventWriter.Outcome;
import dev.catamaran.events.SeriesMemory.Unwritten;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Occurrence;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts occurrences in memory, and writes them. Each namespace with something to write has a
 * thread for it, since a webhook of one namespace may let each write wait for minutes.
 */
public final class SeriesRecorder implements EventRecorder, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SeriesRecorder.class);

  /** The same limit as in client-go. */
  private static final int MOST_SERIES = 4096;

  /** Bounds the requests at once. */
  private static final int MOST_WRITES = 32;

  private static final Duration BEFORE_NEXT_TRY = Duration.ofSeconds(10);
  private static final Duration LAST_WRITES = Duration.ofSeconds(2);

  private final Function<Unwritten, Outcome> writer;
  private final EventCounts counts;
  private final Clock clock;
  private final Duration lastWrites;
  private final SeriesMemory memory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Semaphore requests = new Semaphore(MOST_WRITES);
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("event-", 1).factory());

  /** Wakes the thread of a namespace. */
  private final Map<String, Condition> wakers = new HashMap<>();

  private boolean closing;
  private boolean closed;

  /**
   * Creates a recorder, which has no thread before the first occurrence.
   *
   * @param operator name of the operator
   * @param host of this instance
   */
  public SeriesRecorder(
      KubernetesClient client, String operator, String host, MeterRegistry meters, Clock clock) {
    this(new EventWriter(client, operator, host)::write, meters, clock, LAST_WRITES);
  }

  /**
   * Creates a recorder that writes by {@code writer}.
   *
   * @param lastWrites the longest time for the unwritten occurrences when it closes
   */
  SeriesRecorder(
      Function<Unwritten, Outcome> writer, MeterRegistry meters, Clock clock, Duration lastWrites) {
    this.writer = writer;
    this.counts = EventCounts.in(meters);
    this.clock = clock;
    this.lastWrites = lastWrites;
    this.memory = new SeriesMemory(MOST_SERIES, counts.dropped()::increment);
  }

  @Override
  public void record(Occurrence occurrence) {
    lock.lock();
    try {
      if (closing) {
        counts.dropped().increment();
        return;
      }
      if (memory.observe(occurrence, clock.instant())) {
        wake(EventWriter.namespaceOf(occurrence));
      } else {
        counts.suppressed().increment();
      }
    } finally {
      lock.unlock();
    }
  }

  private void wake(String namespace) {
    var waker = wakers.get(namespace);
    if (waker == null) {
      var created = lock.newCondition();
      wakers.put(namespace, created);
      threads.execute(() -> writeAllOf(namespace, created));
    } else {
      waker.signal();
    }
  }

  private void writeAllOf(String namespace, Condition waker) {
    try {
      for (var next = awaitDue(namespace, waker);
          next.isPresent();
          next = awaitDue(namespace, waker)) {
        settle(next.get(), written(next.get()));
      }
    } catch (InterruptedException e) {
      // The time for the last writes is over.
    }
  }

  /** Waits for the time of a namespace's next write; empty if all is written. */
  private Optional<Unwritten> awaitDue(String namespace, Condition waker)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        var next = memory.next(namespace);
        if (next.isEmpty()) {
          wakers.remove(namespace);
          return next;
        }
        var wait = Duration.between(clock.instant(), next.get().series().notBefore());
        if (!wait.isPositive()) {
          return next;
        }
        var unused = waker.awaitNanos(wait.toNanos());
      }
    } finally {
      lock.unlock();
    }
  }

  private Outcome written(Unwritten write) throws InterruptedException {
    requests.acquire();
    try {
      return writer.apply(write);
    } catch (RuntimeException e) {
      log.error("The event {} cannot be written", write.what().reason(), e);
      return Outcome.REFUSED;
    } finally {
      requests.release();
    }
  }

  private void settle(Unwritten write, Outcome outcome) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      var now = clock.instant();
      switch (outcome) {
        case WRITTEN -> {
          memory.update(write, series -> series.written(write.series().count(), now));
          (write.series().isWithoutObject() ? counts.created() : counts.extended()).increment();
          if (closing) {
            memory.hurry(now);
          }
        }
        case GONE -> memory.update(write, Series::gone);
        case REFUSED -> memory.drop(write);
        case UNANSWERED ->
            memory.update(write, series -> series.postponed(now.plus(BEFORE_NEXT_TRY)));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Writes the unwritten occurrences, for two seconds at most. */
  @Override
  public void close() {
    beginToClose();
    try {
      var unused = threads.awaitTermination(lastWrites.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endToClose();
    threads.shutdownNow();
  }

  private void beginToClose() {
    lock.lock();
    try {
      closing = true;
      memory.hurry(clock.instant());
      wakers.values().forEach(Condition::signal);
      threads.shutdown();
    } finally {
      lock.unlock();
    }
  }

  private void endToClose() {
    lock.lock();
    try {
      closed = true;
      int left = memory.abandon();
      if (left > 0) {
        log.warn("{} events could not be written any more", left);
      }
    } finally {
      lock.unlock();
    }
  }

  private record EventCounts(
      Counter created, Counter extended, Counter suppressed, Counter dropped) {
    static EventCounts in(MeterRegistry meters) {
      return new EventCounts(
          counter(meters, "created"),
          counter(meters, "extended"),
          counter(meters, "suppressed"),
          counter(meters, "dropped"));
    }

    private static Counter counter(MeterRegistry meters, String result) {
      return Counter.builder("catamaran.events")
          .description("Kubernetes Events by result: created, extended, or not written")
          .tag("result", result)
          .register(meters);
    }
  }
}
