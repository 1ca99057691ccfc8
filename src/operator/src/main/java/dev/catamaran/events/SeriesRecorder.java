package dev.catamaran.events;

import dev.catamaran.events.EventWriter.Outcome;
import dev.catamaran.events.Series.Step;
import dev.catamaran.events.SeriesMemory.Due;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Occurrence;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts occurrences in memory, and writes them on its own thread. */
public final class SeriesRecorder implements EventRecorder, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SeriesRecorder.class);

  /** The same limit as in client-go. */
  private static final int MOST_SERIES = 4096;

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
    this.counts = new EventCounts(meters);
    this.clock = clock;
    this.lastWrites = lastWrites;
    this.memory = new SeriesMemory(MOST_SERIES, counts::dropped);
  }

  @Override
  public void record(Occurrence occurrence) {
    lock.lock();
    try {
      if (closing) {
        counts.dropped();
        return;
      }
      switch (memory.observe(occurrence, clock.instant())) {
        case NEW, REPEATED -> wakeWriter();
        case SUPPRESSED -> counts.suppressed();
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
      for (var due = awaitDue(); due.isPresent(); due = awaitDue()) {
        write(due.get());
      }
    } catch (InterruptedException e) {
      // The time for the last writes is over.
    }
  }

  /** Waits for a due write; empty if the recorder closes and none is left. */
  private Optional<Due> awaitDue() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed) {
        var due = memory.due(clock.instant());
        if (due.isPresent() || closing) {
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
    return memory
        .nextDue()
        .map(next -> Duration.between(clock.instant(), next).toNanos())
        .orElse(Long.MAX_VALUE);
  }

  private void write(Due due) {
    var outcome = writer.apply(due);
    lock.lock();
    try {
      settle(due, outcome);
    } finally {
      lock.unlock();
    }
  }

  private void settle(Due due, Outcome outcome) {
    var now = clock.instant();
    switch (outcome) {
      case WRITTEN -> {
        memory.update(due, series -> series.written(due.series().count(), now));
        switch (due.step()) {
          case Step.Create ignored -> counts.created();
          case Step.Extend ignored -> counts.extended();
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
}
