package dev.catamaran.election;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;

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
    return Optional.ofNullable(stored().get());
  }

  Lease create() {
    var now = now();
    return client
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(us)
                .withLeaseDurationSeconds(seconds())
                .withAcquireTime(now)
                .withRenewTime(now)
                .withLeaseTransitions(0)
                .endSpec()
                .build())
        .create();
  }

  /** Writes our name into the lease that was read. */
  Lease take(Lease read) {
    var now = now();
    return write(
        new LeaseBuilder(read)
            .editOrNewSpec()
            .withHolderIdentity(us)
            .withLeaseDurationSeconds(seconds())
            .withAcquireTime(now)
            .withRenewTime(now)
            .withLeaseTransitions(LeaseTerms.of(read).transitions() + 1)
            .endSpec()
            .build());
  }

  Lease renew(Lease ours) {
    return write(
        new LeaseBuilder(ours)
            .editSpec()
            .withLeaseDurationSeconds(seconds())
            .withRenewTime(now())
            .endSpec()
            .build());
  }

  void giveUp(Lease ours) {
    var unused =
        write(
            new LeaseBuilder(ours)
                .editSpec()
                .withHolderIdentity(null)
                .withLeaseDurationSeconds(GIVEN_UP_SECONDS)
                .withRenewTime(now())
                .endSpec()
                .build());
  }

  @Override
  public void close() {
    client.close();
  }

  private Lease write(Lease changed) {
    return client.resource(changed).update();
  }

  private Resource<Lease> stored() {
    return client.leases().inNamespace(namespace).withName(name);
  }

  private int seconds() {
    return Math.toIntExact(lease.toSeconds());
  }

  private static ZonedDateTime now() {
    return ZonedDateTime.now(ZoneOffset.UTC);
  }
}
