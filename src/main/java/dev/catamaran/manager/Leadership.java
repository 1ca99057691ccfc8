package dev.catamaran.manager;

import dev.catamaran.manager.ManagerOptions.Election;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses one of several instances by a Lease: one for all kinds, chart-backed and typed. */
final class Leadership {
  private static final Logger log = LoggerFactory.getLogger(Leadership.class);

  /** The times of client-go and controller-runtime. */
  static final Duration LEASE = Duration.ofSeconds(15);

  private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final AtomicBoolean givenUp;
  private final CompletableFuture<?> election;

  private Leadership(AtomicBoolean givenUp, CompletableFuture<?> election) {
    this.givenUp = givenUp;
    this.election = election;
  }

  /**
   * Starts to run for leadership.
   *
   * @param onElected told once; may block
   * @param onLost told when the lease is lost, but not when it is given up by {@link #release}
   */
  static Leadership seek(
      KubernetesClient client, Election election, Runnable onElected, Runnable onLost) {
    var namespace = election.namespace().orElseGet(client::getNamespace);
    var identity = hostname() + "_" + UUID.randomUUID();
    var givenUp = new AtomicBoolean();
    log.info("Waiting for the lease {}/{} as {}", namespace, election.id(), identity);
    var config =
        new LeaderElectionConfigBuilder()
            .withName(election.id())
            .withLock(new LeaseLock(namespace, election.id(), identity))
            .withLeaseDuration(LEASE)
            .withRenewDeadline(RENEW_DEADLINE)
            .withRetryPeriod(RETRY)
            .withReleaseOnCancel(true)
            .withLeaderCallbacks(
                new LeaderCallbacks(
                    () -> Thread.ofPlatform().name("leader").start(onElected),
                    () -> lost(givenUp, onLost),
                    Leadership::tellLeader))
            .build();
    return new Leadership(givenUp, client.leaderElector().withConfig(config).build().start());
  }

  /**
   * Gives the lease up, so that another instance can begin at once; returns when that is written.
   */
  void release() {
    givenUp.set(true);
    election.cancel(true);
  }

  /** The elector tells of every end, also of the one that it was asked for. */
  private static void lost(AtomicBoolean givenUp, Runnable onLost) {
    if (!givenUp.get()) {
      log.error("The lease is lost, and another instance may write from now on");
      onLost.run();
    }
  }

  /** Nobody holds a lease that was given up. */
  private static void tellLeader(@Nullable String leader) {
    if (leader != null && !leader.isEmpty()) {
      log.info("The lease is held by {}", leader);
    }
  }

  private static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
