package dev.catamaran.leader;

import dev.catamaran.election.Elector;
import dev.catamaran.election.Hold;
import dev.catamaran.options.ManagerOptions.Election;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.UUID;

/**
 * Elects one of several instances by a Lease: one for all kinds, chart-backed and typed.
 *
 * @param election its settings; without a namespace, the lease is in the namespace of the client
 * @param hold knows how long this instance may write
 */
public record Leadership(KubernetesClient client, Election election, Hold hold) {
  /**
   * Takes part in the election.
   *
   * @param onElected called once; may block
   * @param onLost called when the lease is lost, but not when this instance gives it up
   * @return action that gives up the lease, so that another instance can begin at once
   */
  public Runnable seek(Runnable onElected, Runnable onLost) {
    var namespace =
        election.namespace().or(() -> Optional.ofNullable(client.getNamespace())).orElse("default");
    var elector =
        Elector.start(
            new Elector.Place(namespace, election.id()),
            hostname() + "_" + UUID.randomUUID(),
            election.times(),
            hold,
            client.getConfiguration(),
            new Elector.Callbacks(onElected, onLost));
    return elector::giveUp;
  }

  /** Returns the name of this machine or pod. */
  public static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
