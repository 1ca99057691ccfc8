package dev.catamaran.manager;

import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.Definitions;
import dev.catamaran.cluster.Descendants;
import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.helm.BoundedEngine;
import dev.catamaran.helm.HelmJavaEngine;
import dev.catamaran.helm.TracedEngine;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.reconcile.PreparedEngine;
import dev.catamaran.reconcile.ReleaseHands;
import dev.catamaran.release.Account;
import dev.catamaran.release.HelmEngine;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lends hands that act as a service account, by impersonation; what is seen is seen with the
 * operator's own rights.
 */
final class AccountHands {
  private final ClusterAccess access;
  private final ApiResources apis;
  private final WatchedNamespaces namespaces;
  private final BoundedEngine engine;
  private final Reach own;
  private final Map<Account.ServiceAccount, Reach> others = new ConcurrentHashMap<>();

  /** How far an account reaches. */
  private record Reach(HelmEngine engine, KubernetesClient client) {}

  AccountHands(ClusterAccess access, ApiResources apis, WatchedNamespaces namespaces) {
    this.access = access;
    this.apis = apis;
    this.namespaces = namespaces;
    this.engine = new BoundedEngine(helm(access));
    this.own = reach(engine, access);
  }

  /** Bounds the calls of all accounts. */
  BoundedEngine engine() {
    return engine;
  }

  /** Hands for what {@code descendants} sees. */
  ReleaseHands.Lender over(Descendants descendants) {
    var objects = ReleaseObjects.of(own.client(), apis, descendants, namespaces);
    return account ->
        switch (account) {
          case Account.OfOperator ignored -> new ReleaseHands(own.engine(), objects);
          case Account.ServiceAccount other -> {
            var reach = others.computeIfAbsent(other, this::actingAs);
            yield new ReleaseHands(reach.engine(), objects.through(reach.client()));
          }
        };
  }

  /** A client with the rights of {@code account}. */
  KubernetesClient client(Account account) {
    return switch (account) {
      case Account.OfOperator ignored -> own.client();
      case Account.ServiceAccount other -> others.computeIfAbsent(other, this::actingAs).client();
    };
  }

  private Reach actingAs(Account.ServiceAccount account) {
    var acting = access.actingAs(account);
    return reach(engine.alongside(helm(acting)), acting);
  }

  private Reach reach(HelmEngine bounded, ClusterAccess access) {
    var definitions = new Definitions(access.client(), apis);
    return new Reach(new PreparedEngine(new TracedEngine(bounded), definitions), access.client());
  }

  private static HelmEngine helm(ClusterAccess access) {
    return new HelmJavaEngine(access.kubeconfig(), access.client());
  }
}
