package dev.catamaran.manager;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Descendants;
import dev.catamaran.cluster.LiveReleaseObjects;
import dev.catamaran.engine.Engine;
import dev.catamaran.execute.ReleaseAccess;
import dev.catamaran.helm.BoundedEngine;
import dev.catamaran.helm.HelmProcess;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.release.Account;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.MostRecent;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.function.Consumer;

/**
 * Gives access to releases as a service account, by impersonation. Observation uses the operator's
 * own rights.
 */
final class AccountAccess {
  /** Maximum number of accounts with cached clients; tenants choose the names. */
  private static final int MOST_ACCOUNTS = 100;

  private final ClusterAccess access;
  private final ApiResources apis;
  private final WatchedNamespaces namespaces;
  private final HelmProcess helm;
  private final BoundedEngine engine = new BoundedEngine();
  private final Reach own;
  private final Engine process;
  private final MostRecent<Account.ServiceAccount, Reach> others;

  /** Engine and client with the rights of one account. */
  private record Reach(HelmEngine engine, KubernetesClient client) {}

  AccountAccess(
      ClusterAccess access,
      Engine engine,
      ApiResources apis,
      WatchedNamespaces namespaces,
      Consumer<JsonNode> stored) {
    this.access = access;
    this.apis = apis;
    this.namespaces = namespaces;
    this.helm = HelmProcess.of(engine, apis.questions(), stored);
    this.process = engine;
    // A pass holds a worker while it waits.
    this.own = reach(helm, ApiResources.hasty(access.client()));
    this.others = new MostRecent<>(MOST_ACCOUNTS, this::actingAs);
  }

  BoundedEngine engine() {
    return engine;
  }

  /** Returns access to the objects that {@code descendants} observes. */
  ReleaseAccess.ByAccount over(Descendants descendants) {
    var objects =
        LiveReleaseObjects.of(
            own.client(), apis, descendants, namespaces, process, Clock.systemUTC());
    return account ->
        switch (account) {
          case Account.OfOperator ignored -> new ReleaseAccess(own.engine(), objects);
          case Account.ServiceAccount other -> {
            var reach = others.of(other);
            yield new ReleaseAccess(reach.engine(), objects.through(reach.client(), other));
          }
        };
  }

  KubernetesClient client(Account account) {
    return switch (account) {
      case Account.OfOperator ignored -> own.client();
      case Account.ServiceAccount other -> others.of(other).client();
    };
  }

  private Reach actingAs(Account.ServiceAccount account) {
    return reach(helm.actingAs(account), access.actingAs(account));
  }

  private Reach reach(HelmEngine helm, KubernetesClient client) {
    return new Reach(engine.bound(helm), client);
  }
}
