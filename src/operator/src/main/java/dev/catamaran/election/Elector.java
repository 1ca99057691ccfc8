package dev.catamaran.election;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Acquires a lease, and renews it while this process holds it. */
public final class Elector {
  private static final Logger log = LoggerFactory.getLogger(Elector.class);

  private final String lease;
  private final String us;
  private final ElectionTimes times;
  private final Hold hold;
  private final LeaseClient client;
  private final Runnable onElected;
  private final Watchdog watchdog;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread loop;

  private Optional<ObservedLease> observed = Optional.empty();
  private Optional<String> toldHolder = Optional.empty();
  private Optional<String> toldProblem = Optional.empty();

  /** The lease as we last wrote it; empty while we do not lead. */
  private Optional<Lease> held = Optional.empty();

  private Elector(
      Place place, String us, ElectionTimes times, Hold hold, Config config, Callbacks callbacks) {
    this.lease = place.namespace() + "/" + place.name();
    this.us = us;
    this.times = times;
    this.hold = hold;
    this.client = LeaseClient.open(config, place.namespace(), place.name(), us, times);
    this.onElected = callbacks.onElected();
    this.watchdog = new Watchdog(hold, callbacks.onLost());
    this.loop = Thread.ofPlatform().daemon().name("election").unstarted(this::run);
  }

  public record Place(String namespace, String name) {}

  /**
   * Receivers of the result.
   *
   * @param onElected called once, on its own thread; may block
   * @param onLost called when the lease is lost; must end the process at once
   */
  public record Callbacks(Runnable onElected, Runnable onLost) {}

  /**
   * Starts the attempts to acquire a lease.
   *
   * @param us a name that no other instance has
   * @param hold receives each renewal; its clock is the clock of the election
   * @param config of the cluster; the elector opens its own connections
   */
  public static Elector start(
      Place place, String us, ElectionTimes times, Hold hold, Config config, Callbacks callbacks) {
    var elector = new Elector(place, us, times, hold, config, callbacks);
    log.info("Waiting for the lease {} as {}", elector.lease, us);
    elector.loop.start();
    return elector;
  }

  /**
   * Releases the lease, so another instance can lead at once. This process must not write any more.
   */
  public void giveUp() {
    watchdog.end();
    stopped.countDown();
    try {
      loop.join(times.request().plus(times.retry()));
      watchdog.join();
      // A pass that outlasts its time must not write beside the next instance.
      hold.lose();
      held().ifPresent(this::release);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.close();
  }

  private void release(Lease ours) {
    try {
      client.giveUp(ours);
      log.info("Gave up the lease {}", lease);
    } catch (KubernetesClientException e) {
      log.warn("Cannot release the lease {}; it expires by itself: {}", lease, e.getMessage());
    }
  }

  private synchronized Optional<Lease> held() {
    return held;
  }

  private void run() {
    try {
      do {
        step();
      } while (!stopped.await(times.retry().toMillis(), TimeUnit.MILLISECONDS) && !hold.isOver());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void step() {
    try {
      if (held.isPresent()) {
        renew(held.get());
      } else {
        seek();
      }
    } catch (RuntimeException e) {
      tell(e);
    }
  }

  private void tell(RuntimeException e) {
    if (held.isPresent()) {
      log.warn(
          "The lease {} could not be renewed: {}; this process ends in {} s unless it can be",
          lease,
          reason(e),
          hold.left().toSeconds());
    } else {
      var problem = Optional.of(reason(e));
      // A missing right or namespace can last for days, and every attempt fails.
      log.atLevel(problem.equals(toldProblem) ? Level.DEBUG : Level.WARN)
          .log(
              "Cannot acquire the lease {}; this is tried again every {} s: {}",
              lease,
              times.retry().toSeconds(),
              problem.get());
      toldProblem = problem;
    }
  }

  /** Returns the API server's words, without the client's additions for programmers. */
  private static String reason(RuntimeException e) {
    return Optional.of(e)
        .filter(KubernetesClientException.class::isInstance)
        .map(failure -> ((KubernetesClientException) failure).getStatus())
        .map(Status::getMessage)
        .orElseGet(() -> String.valueOf(e.getMessage()));
  }

  private void seek() {
    var found = client.read();
    toldProblem = toldProblem.filter(problem -> found.isEmpty());
    long now = hold.now();
    observed = found.map(LeaseTerms::of).map(terms -> look(terms, now));
    observed.flatMap(seen -> seen.terms().holder()).ifPresent(this::reportHolder);
    switch (ObservedLease.next(observed, us, times.lease(), now)) {
      case CREATE -> lead(client::create);
      case TAKE -> lead(() -> client.take(found.orElseThrow()));
      case STAND_BY -> {}
    }
  }

  private ObservedLease look(LeaseTerms terms, long now) {
    return observed
        .map(seen -> seen.again(terms, now))
        .orElseGet(() -> new ObservedLease(terms, now));
  }

  private void reportHolder(String holder) {
    if (!toldHolder.equals(Optional.of(holder))) {
      log.info("The lease is held by {}", holder);
      toldHolder = Optional.of(holder);
    }
  }

  private void lead(Supplier<Lease> write) {
    held = Optional.of(renewing(write));
    reportHolder(us);
    watchdog.start();
    Thread.ofPlatform().name("leader").start(onElected);
  }

  private void renew(Lease ours) {
    try {
      held = Optional.of(renewing(() -> client.renew(ours)));
    } catch (KubernetesClientException e) {
      switch (e.getCode()) {
        case HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND ->
            renewAnew(client.read());
        default -> throw e;
      }
    }
  }

  /**
   * Handles a write conflict. The other write may be our own, if its response was lost. If there is
   * no lease, another client has deleted it: the first instance that creates it again holds it.
   */
  private void renewAnew(Optional<Lease> found) {
    if (found.isEmpty()) {
      held = Optional.of(renewing(client::create));
      return;
    }
    var holder = found.map(LeaseTerms::of).flatMap(LeaseTerms::holder);
    if (holder.filter(us::equals).isPresent()) {
      held = Optional.of(renewing(() -> client.renew(found.orElseThrow())));
    } else {
      holder.ifPresent(this::reportHolder);
      lose();
    }
  }

  private void lose() {
    hold.lose();
    watchdog.wake();
  }

  /** Resource versions compare as integers (KEP-5504). */
  private static long version(Lease lease) {
    return Long.parseLong(lease.getMetadata().getResourceVersion());
  }

  /** Writes the lease, and renews the hold from the time before the request. */
  private Lease renewing(Supplier<Lease> write) {
    long sent = hold.now();
    var written = write.get();
    if (held.filter(before -> version(written) < version(before)).isPresent()) {
      log.error(
          "The data of the API server went back to an earlier state: the lease {} has a lower"
              + " resource version than before. This process ends, as its watches show nothing of"
              + " it",
          lease);
      lose();
    } else {
      hold.renewed(sent, times.renewDeadline());
    }
    return written;
  }

  /**
   * Ends the process when its hold on the lease is over. Its thread waits for nothing else: no
   * request, no lock, no log.
   */
  private static final class Watchdog {
    /** Time limit of the last log line, because the reader of the log may be stuck. */
    private static final Duration TO_TELL = Duration.ofMillis(200);

    private final Hold hold;
    private final Thread thread;
    private volatile boolean ended;

    Watchdog(Hold hold, Runnable onLost) {
      this.hold = hold;
      this.thread =
          Thread.ofPlatform().daemon().name("lease-watchdog").unstarted(() -> watch(onLost));
    }

    void start() {
      thread.start();
    }

    /** Checks the hold at once. */
    void wake() {
      LockSupport.unpark(thread);
    }

    /** Stops watching the hold, because the process ends in good order. */
    void end() {
      ended = true;
      wake();
    }

    /** Waits for the end of the thread. */
    void join() throws InterruptedException {
      thread.join();
    }

    private void watch(Runnable onLost) {
      while (!ended) {
        var left = hold.left();
        if (left.isZero()) {
          tell();
          onLost.run();
          return;
        }
        LockSupport.parkNanos(this, left.toNanos());
      }
    }

    /**
     * Logs the loss. Waits for the log only while other instances still wait for the lease to
     * expire.
     */
    private void tell() {
      var telling =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () ->
                      log.error(
                          "This instance lost the lease and ends, because another one may lead from now on"));
      if (!hold.hasEndedWithin(TO_TELL)) {
        return;
      }
      try {
        var unused = telling.join(TO_TELL);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
