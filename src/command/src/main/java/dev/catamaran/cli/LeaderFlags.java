package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.election.ElectionTimes;
import dev.catamaran.manager.ManagerBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for the election of one of several instances. */
final class LeaderFlags {
  @Option(
      names = {"--leader-elect", "--enable-leader-election"},
      arity = "0..1",
      fallbackValue = "true",
      description = "Reconcile only while holding a lease, so that several instances can run.")
  private boolean leaderElect;

  @Option(
      names = "--leader-election-id",
      description = "Name of the lease; also names the operator on what it makes.")
  private @Nullable String id;

  @Option(
      names = "--leader-election-namespace",
      description = "Namespace of the lease (default: the pod's own).")
  private @Nullable String namespace;

  @Option(
      names = "--leader-election-lease-duration",
      defaultValue = "15s",
      description =
          "Time for which a lease must stay unchanged before another instance takes it over"
              + " (default: ${DEFAULT-VALUE}).")
  private Duration lease = ElectionTimes.DEFAULT.lease();

  @Option(
      names = "--leader-election-renew-deadline",
      defaultValue = "10s",
      description =
          "Time without a renewal after which the leader stops; less than the lease duration (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration renewDeadline = ElectionTimes.DEFAULT.renewDeadline();

  @Option(
      names = "--leader-election-retry-period",
      defaultValue = "2s",
      description =
          "Time between two attempts to acquire or renew the lease (default: ${DEFAULT-VALUE}).")
  private Duration retry = ElectionTimes.DEFAULT.retry();

  void describe(ManagerBuilder manager) {
    if (!leaderElect) {
      return;
    }
    if (id == null || id.isBlank()) {
      throw new ManagerException(
          "--leader-elect needs --leader-election-id, the name of the lease");
    }
    manager.leaderElectionTimes(new ElectionTimes(lease, renewDeadline, retry));
    if (namespace == null) {
      manager.leaderElection(id);
    } else {
      manager.leaderElection(id, namespace);
    }
  }
}
