package dev.catamaran.manager;

import dev.catamaran.election.Elector;
import dev.catamaran.election.Hold;
import dev.catamaran.manager.ManagerOptions.Election;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.UUID;

/** Chooses one of several instances by a Lease: one for all kinds, chart-backed and typed. */
final class Leadership {
  private final KubernetesClient client;
  private final Election election;
  private final Hold hold;

  /**
   * Takes part in an election, once {@link #seek} is called.
   *
   * @param election which one; without a namespace, the lease is in that of the client
   * @param hold knows for how long this instance may write
   */
  Leadership(KubernetesClient client, Election election, Hold hold) {
    this.client = client;
    this.election = election;
    this.hold = hold;
  }

  /**
   * Starts to run for leadership.
   *
   * @param onElected told once; may block
   * @param onLost told when the lease is lost; not when it is given up
   * @return to be called to give the lease up, so that another instance can begin at once
   */
  Runnable seek(Runnable onElected, Runnable onLost) {
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

  /** Name of this machine or pod. */
  static String hostname() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
