package dev.catamaran.election;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes one Lease over its own connections, so a delay of the operator's other requests
 * cannot cost the lease. Each write fails if another client has written since the read.
 */
record LeaseClient(
    KubernetesClient client, String namespace, String name, String us, Duration lease)
    implements AutoCloseable {
  /** Duration in a released lease. In client-go, the next holder waits that long, too. */
  private static final int GIVEN_UP_SECONDS = 1;

  /**
   * Opens its own connections over HTTP/1.1. There a request without a timely response closes its
   * connection. Over HTTP/2 the next request would use the same dead connection.
   */
  static LeaseClient open(
      Config config, String namespace, String name, String us, ElectionTimes times) {
    var own =
        new ConfigBuilder(config)
            .withHttp2Disable(true)
            .withRequestTimeout(Math.toIntExact(times.request().toMillis()))
            .withConnectionTimeout(Math.toIntExact(times.request().toMillis()))
            .withRequestRetryBackoffLimit(0)
            .build();
    return new LeaseClient(
        new KubernetesClientBuilder().withConfig(own).build(), namespace, name, us, times.lease());
  }

  Optional<Lease> read() {
    return Optional.ofNullable(client.leases().inNamespace(namespace).withName(name).get());
  }

  Lease create() {
    var unheld =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .build();
    return client.resource(taken(unheld, 0)).create();
  }

  /** Writes our name into the lease that was read. */
  Lease take(Lease read) {
    return client.resource(taken(read, LeaseTerms.of(read).transitions() + 1)).update();
  }

  private Lease taken(Lease lease, int transitions) {
    var now = now();
    return new LeaseBuilder(lease)
        .editOrNewSpec()
        .withHolderIdentity(us)
        .withLeaseDurationSeconds(seconds())
        .withAcquireTime(now)
        .withRenewTime(now)
        .withLeaseTransitions(transitions)
        .endSpec()
        .build();
  }

  Lease renew(Lease ours) {
    return write(ours, us, seconds());
  }

  void giveUp(Lease ours) {
    var unused = write(ours, null, GIVEN_UP_SECONDS);
  }

  private Lease write(Lease ours, @Nullable String holder, int seconds) {
    var written =
        new LeaseBuilder(ours)
            .editSpec()
            .withHolderIdentity(holder)
            .withLeaseDurationSeconds(seconds)
            .withRenewTime(now())
            .endSpec()
            .build();
    return client.resource(written).update();
  }

  @Override
  public void close() {
    client.close();
  }

  private int seconds() {
    return Math.toIntExact(lease.toSeconds());
  }

  private static ZonedDateTime now() {
    return ZonedDateTime.now(ZoneOffset.UTC);
  }
}
