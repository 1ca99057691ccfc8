package dev.catamaran.manager;

import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.kit.PeriodicTask;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says which namespaces of WATCH_NAMESPACE do not exist: a watch of one shows no objects and no
 * error, so a misspelt name would be waited for without a word.
 */
final class MissingNamespaces {
  private static final Logger log = LoggerFactory.getLogger(MissingNamespaces.class);

  private final KubernetesClient client;
  private Set<String> missing;
  private boolean isTold;

  MissingNamespaces(KubernetesClient client, WatchedNamespaces namespaces) {
    this.client = client;
    this.missing = new TreeSet<>(namespaces.names());
  }

  /** Logs what is missing, or exists by now. Continues until nothing is missing. */
  PeriodicTask.Next look() {
    var still = new TreeSet<String>();
    for (var name : missing) {
      if (isMissing(name)) {
        still.add(name);
      } else if (isTold) {
        log.info("The namespace {} exists now", name);
      }
    }
    missing = still;
    if (!isTold && !missing.isEmpty()) {
      log.warn(
          "WATCH_NAMESPACE has namespaces that do not exist: {}. Correct a misspelt name; a namespace"
              + " that is created later is served from then on",
          String.join(", ", missing));
      isTold = true;
    }
    return missing.isEmpty() ? PeriodicTask.Next.STOP : PeriodicTask.Next.AGAIN;
  }

  /**
   * Asks for an Event there, and makes none: unlike reading the Namespace, the operator may do
   * that. An unknown answer counts as no.
   */
  private boolean isMissing(String namespace) {
    try {
      client.resource(probe(namespace)).dryRun().create();
      return false;
    } catch (KubernetesClientException e) {
      return e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
    }
  }

  private static Event probe(String namespace) {
    return new EventBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withGenerateName("catamaran-")
        .endMetadata()
        .build();
  }
}
