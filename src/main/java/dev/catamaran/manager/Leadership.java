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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses one of several instances by a Lease: one for all kinds, chart-backed and typed. */
final class Leadership {
  private static final Logger log = LoggerFactory.getLogger(Leadership.class);

  /** The times of client-go and controller-runtime. */
  static final Duration LEASE = Duration.ofSeconds(15);

  private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final CompletableFuture<?> election;

  private Leadership(CompletableFuture<?> election) {
    this.election = election;
  }

  /**
   * Starts to run for leadership.
   *
   * @param onElected told once; may block
   * @param onLost told when the lease is lost, or given up by {@link #release}
   */
  static Leadership seek(
      KubernetesClient client, Election election, Runnable onElected, Runnable onLost) {
    var namespace = election.namespace().orElseGet(client::getNamespace);
    var identity = hostname() + "_" + UUID.randomUUID();
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
                    onLost,
                    leader -> log.info("The lease is held by {}", leader)))
            .build();
    return new Leadership(client.leaderElector().withConfig(config).build().start());
  }

  /**
   * Gives the lease up, so that another instance can begin at once; returns when that is written.
   */
  void release() {
    election.cancel(true);
  }

  private static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
