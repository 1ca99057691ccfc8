package dev.catamaran.cluster;

import dev.catamaran.release.Account;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** Looks service accounts up, with the operator's own rights. */
public record ServiceAccounts(KubernetesClient client) {
  /** Whether an account certainly does not exist; false if the operator has no right to read it. */
  public boolean isGone(Account account) {
    return switch (account) {
      case Account.OfOperator ignored -> false;
      case Account.ServiceAccount other -> isGone(other);
    };
  }

  private boolean isGone(Account.ServiceAccount account) {
    try {
      return client
              .serviceAccounts()
              .inNamespace(account.namespace())
              .withName(account.name())
              .get()
          == null;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
        return false;
      }
      throw e;
    }
  }
}
