package dev.catamaran.options;

import dev.catamaran.election.ElectionTimes;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.telemetry.OwnPod;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Options of a manager, from its command line and environment.
 *
 * @param kubeconfig empty for the one of the environment, or the pod's own account
 * @param namespaces where primaries are watched
 * @param reconcilePeriod for watches that name none
 * @param maxConcurrentReconciles for watches that name none
 * @param metrics how /metrics is served; empty to serve none
 * @param probeAddress where /healthz and /readyz are served; empty to serve none
 * @param webhooks how webhooks are served
 * @param election empty for a manager that is always alone
 * @param gracePeriod time for running passes after a signal to stop
 * @param defaultServiceAccount account for the releases of kinds that name none; empty for the
 *     operator's own rights
 * @param interceptor sees the requests of the manager's client
 */
public record ManagerOptions(
    Optional<Path> kubeconfig,
    WatchedNamespaces namespaces,
    Duration reconcilePeriod,
    int maxConcurrentReconciles,
    Optional<MetricsEndpoint> metrics,
    Optional<BindAddress> probeAddress,
    WebhookOptions webhooks,
    Optional<Election> election,
    Duration gracePeriod,
    Optional<String> defaultServiceAccount,
    Optional<Interceptor> interceptor) {

  /** The operator's name without an election. */
  private static final String DEFAULT_NAME = "catamaran";

  /**
   * Election of one of several instances.
   *
   * @param id name of the Lease
   * @param namespace of the Lease; empty for the pod's own
   * @param times of the election
   */
  public record Election(String id, Optional<String> namespace, ElectionTimes times) {}

  public Interceptor[] observers(Interceptor... ours) {
    return Stream.concat(Stream.of(ours), interceptor.stream()).toArray(Interceptor[]::new);
  }

  /** Returns the operator's own namespace; empty outside of a cluster. */
  public Optional<String> operatorNamespace(OwnPod pod) {
    return pod.namespace()
        .or(() -> election.filter(e -> pod.isInCluster()).flatMap(Election::namespace));
  }

  /** Returns the operator's name in the label of its objects. */
  public String operatorName() {
    return election.map(Election::id).orElse(DEFAULT_NAME);
  }
}
