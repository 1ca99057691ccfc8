package dev.catamaran.manager;

import dev.catamaran.manager.ManagerOptions.Election;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
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

  private final KubernetesClient client;
  private final String namespace;
  private final String lease;
  private final String identity = hostname() + "_" + UUID.randomUUID();
  private final AtomicBoolean givenUp = new AtomicBoolean();

  /**
   * Takes part in an election, once {@link #seek} is called.
   *
   * @param election which one; without a namespace, the lease is in that of the client
   */
  Leadership(KubernetesClient client, Election election) {
    this.client = client;
    this.namespace =
        election.namespace().or(() -> Optional.ofNullable(client.getNamespace())).orElse("default");
    this.lease = election.id();
  }

  /**
   * Starts to run for leadership.
   *
   * @param onElected told once; may block
   * @param onLost told when the lease is lost; not when it is given up
   * @return to be called to give the lease up, so that another instance can begin at once
   */
  Runnable seek(Runnable onElected, Runnable onLost) {
    log.info("Waiting for the lease {}/{} as {}", namespace, lease, identity);
    var config =
        new LeaderElectionConfigBuilder()
            .withName(lease)
            .withLock(new LeaseLock(namespace, lease, identity))
            .withLeaseDuration(LEASE)
            .withRenewDeadline(RENEW_DEADLINE)
            .withRetryPeriod(RETRY)
            .withReleaseOnCancel(false)
            .withLeaderCallbacks(
                new LeaderCallbacks(
                    () -> Thread.ofPlatform().name("leader").start(onElected),
                    () -> unlessGivenUp(onLost),
                    Leadership::tellLeader))
            .build();
    var running = client.leaderElector().withConfig(config).build().start();
    return () -> giveUp(running);
  }

  private void unlessGivenUp(Runnable onLost) {
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

  /**
   * The elector's own release leaves our name in the lease: it writes by a merge patch, which
   * cannot take a field away by leaving it out.
   */
  private void giveUp(CompletableFuture<?> running) {
    givenUp.set(true);
    running.cancel(true);
    try {
      removeOurName();
    } catch (KubernetesClientException e) {
      log.warn("The lease {}/{} is left to expire: {}", namespace, lease, e.getMessage());
    }
  }

  private void removeOurName() {
    var held = client.leases().inNamespace(namespace).withName(lease).get();
    if (held != null && identity.equals(held.getSpec().getHolderIdentity())) {
      held.getSpec().setHolderIdentity(null);
      client.leases().inNamespace(namespace).resource(held).update();
      log.info("Gave up the lease {}/{}", namespace, lease);
    }
  }

  /** Name of this machine or pod. */
  static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
