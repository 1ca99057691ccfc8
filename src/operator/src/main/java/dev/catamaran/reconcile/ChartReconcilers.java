package dev.catamaran.reconcile;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.FinalizerExchange;
import dev.catamaran.cluster.ReferencedObjects;
import dev.catamaran.desired.Claims;
import dev.catamaran.desired.Editions;
import dev.catamaran.desired.Rights;
import dev.catamaran.execute.ReleaseAccess;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.observe.PendingRevisions.LeaderTerm;
import dev.catamaran.release.Account;
import dev.catamaran.release.ChartPlaces;
import dev.catamaran.release.EngineCalls;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.ValuesCheck;
import dev.catamaran.status.StatusWriter;
import dev.catamaran.telemetry.ReleaseMeters;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.Watch.Source.HelmChart;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Creates the reconciler of each chart-backed kind from the shared parts of the manager. */
public record ChartReconcilers(
    Scope scope,
    Inputs inputs,
    Primaries primaries,
    History history,
    Writes writes,
    Reports reports,
    Clock clock) {
  /**
   * The operator's name and place.
   *
   * @param operator value of the label on descendants
   * @param defaultAccount of kinds that name none; empty if those have the operator's rights
   * @param operatorNamespace the operator's own namespace; empty outside of a cluster
   * @param operatorAccount the operator's own service account; empty if it has none
   * @param isWatched whether the manager watches the objects of a namespace
   * @param accounts names of the service accounts that make releases of any kind
   */
  public record Scope(
      String operator,
      Optional<String> defaultAccount,
      Optional<String> operatorNamespace,
      Optional<Account.ServiceAccount> operatorAccount,
      Predicate<String> isWatched,
      Supplier<Set<String>> accounts) {
    Rights rights(HelmChart source) {
      return new Rights(
          source.placement(),
          source.permissions(),
          defaultAccount,
          operatorNamespace,
          operatorAccount,
          accounts);
    }
  }

  /**
   * The sources of a desired release, apart from its primary.
   *
   * @param editions the charts, and the overrides of values
   * @param referencedObjects the Secrets and ConfigMaps that values come from
   * @param apis the kinds that the API server serves
   * @param places tells what charts make by themselves
   * @param schemas checks values
   * @param client for extensions
   */
  public record Inputs(
      Editions.OfKinds editions,
      ReferencedObjects referencedObjects,
      ApiResources apis,
      ChartPlaces places,
      ValuesCheck schemas,
      KubernetesClient client) {}

  /**
   * The primaries of all kinds.
   *
   * @param router wakes them
   * @param claims which of them want which release
   * @param mayLive whether one may still exist
   */
  public record Primaries(
      PrimaryRouter router, Claims claims, Predicate<PrimaryIdentity> mayLive) {}

  /**
   * The revisions that exist, and the calls that make them.
   *
   * @param store the stored revisions
   * @param calls state of this process's own Helm calls
   * @param term since when this process may write
   */
  public record History(ReleaseStore store, EngineCalls calls, Supplier<LeaderTerm> term) {}

  /**
   * Changes of releases and of their objects.
   *
   * @param watched changes them
   * @param unwatched the same for charts with {@code watchDependentResources: false}
   * @param isGone whether an account certainly does not exist
   */
  public record Writes(
      ReleaseAccess.ByAccount watched,
      ReleaseAccess.ByAccount unwatched,
      Predicate<Account> isGone) {
    ReleaseAccess.ByAccount of(HelmChart source) {
      return source.watchDependentResources() ? watched : unwatched;
    }
  }

  /**
   * Results of passes, for people.
   *
   * @param status writes the status of primaries
   * @param events writes Events
   * @param finalizers removes the finalizers of the Go operators
   */
  public record Reports(StatusWriter status, EventRecorder events, FinalizerExchange finalizers) {}

  /**
   * Returns the reconciler of one kind.
   *
   * @param extensions its Java extensions
   * @param period time between two passes over a primary without events
   * @param retry when failed actions are retried
   * @param meters the meters of its watch
   */
  public ChartReconciler of(
      GroupVersionKind gvk,
      HelmChart source,
      List<ChartExtension> extensions,
      Duration period,
      RetryPolicy retry,
      ReleaseMeters meters) {
    return new ChartReconciler(new ChartKind(this, gvk, source, extensions, period, retry, meters));
  }
}
