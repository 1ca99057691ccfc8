package dev.catamaran.events;

import dev.catamaran.events.EventWriter.Outcome;
import dev.catamaran.events.Series.Step;
import dev.catamaran.events.SeriesMemory.Due;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Occurrence;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts occurrences in memory, and writes them on threads of its own: of each namespace one at a
 * time, since a webhook of one namespace may let each write wait for minutes.
 */
public final class SeriesRecorder implements EventRecorder, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SeriesRecorder.class);

  /** The same limit as in client-go. */
  private static final int MOST_SERIES = 4096;

  /** Bounds the requests at once. */
  private static final int MOST_WRITES = 32;

  private static final Duration BEFORE_NEXT_TRY = Duration.ofSeconds(10);
  private static final Duration LAST_WRITES = Duration.ofSeconds(2);

  private final Function<Due, Outcome> writer;
  private final EventCounts counts;
  private final Clock clock;
  private final Duration lastWrites;
  private final SeriesMemory memory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread thread =
      Thread.ofPlatform().name("events").daemon().unstarted(this::writeUntilClosed);
  private final ExecutorService writes =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("event-", 1).factory());

  /** The namespaces that a write is under way for. */
  private final Set<String> busy = new HashSet<>();

  private boolean closing;
  private boolean closed;

  /** Creates a recorder. Its thread starts with the first occurrence. */
  public SeriesRecorder(
      KubernetesClient client, Reporter reporter, MeterRegistry meters, Clock clock) {
    this(new EventWriter(client, reporter)::write, meters, clock, LAST_WRITES);
  }

  /**
   * Creates a recorder that writes by {@code writer}.
   *
   * @param lastWrites the longest time for the unwritten occurrences when it closes
   */
  SeriesRecorder(
      Function<Due, Outcome> writer, MeterRegistry meters, Clock clock, Duration lastWrites) {
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
      switch (memory.observe(occurrence, clock.instant())) {
        case NEW, REPEATED -> wakeWriter();
        case SUPPRESSED -> counts.suppressed().increment();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Writes the unwritten occurrences, for two seconds at most. */
  @Override
  public void close() {
    beginToClose();
    if (thread.isAlive()) {
      try {
        var unused = thread.join(lastWrites);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    endToClose();
    thread.interrupt();
    writes.shutdownNow();
  }

  private void beginToClose() {
    lock.lock();
    try {
      closing = true;
      memory.hurry(clock.instant());
      changed.signal();
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

  private void wakeWriter() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
    changed.signal();
  }

  private void writeUntilClosed() {
    try {
      for (var next = awaitDue(); next.isPresent(); next = awaitDue()) {
        var due = next.get();
        writes.execute(() -> write(due));
      }
    } catch (InterruptedException | RejectedExecutionException e) {
      // The time for the last writes is over.
    }
  }

  /**
   * Waits for a due write of a namespace without one under way; empty if the recorder closes and
   * none is left.
   */
  private Optional<Due> awaitDue() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed) {
        var due =
            busy.size() < MOST_WRITES ? memory.due(clock.instant(), busy) : Optional.<Due>empty();
        due.ifPresent(next -> busy.add(EventWriter.namespaceOf(next.what())));
        if (due.isPresent() || (closing && busy.isEmpty())) {
          return due;
        }
        var unused = changed.awaitNanos(untilNextDue());
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private long untilNextDue() {
    return Optional.of(busy)
        .filter(namespaces -> namespaces.size() < MOST_WRITES)
        .flatMap(memory::nextDue)
        .map(next -> Duration.between(clock.instant(), next).toNanos())
        .orElse(Long.MAX_VALUE);
  }

  private void write(Due due) {
    var outcome = Outcome.REFUSED;
    try {
      outcome = writer.apply(due);
    } finally {
      lock.lock();
      try {
        busy.remove(EventWriter.namespaceOf(due.what()));
        if (!closed) {
          settle(due, outcome);
        }
        changed.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  private void settle(Due due, Outcome outcome) {
    var now = clock.instant();
    switch (outcome) {
      case WRITTEN -> {
        memory.update(due, series -> series.written(due.series().count(), now));
        switch (due.step()) {
          case Step.Create ignored -> counts.created().increment();
          case Step.Extend ignored -> counts.extended().increment();
        }
        if (closing) {
          memory.hurry(now);
        }
      }
      case GONE -> memory.update(due, Series::gone);
      case REFUSED -> memory.drop(due);
      case UNANSWERED -> memory.update(due, series -> series.postponed(now.plus(BEFORE_NEXT_TRY)));
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
