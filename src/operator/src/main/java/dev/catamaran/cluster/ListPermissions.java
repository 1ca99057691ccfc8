package dev.catamaran.cluster;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceRule;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The kinds that a client may list, as the API server answers at once, instead of one denied
 * request for each other kind. Nothing but a hint: an authorizer may not know its own rules.
 *
 * @param rules of the client in some namespaces; empty if they are not known in whole
 */
record ListPermissions(Optional<List<ResourceRule>> rules) {
  private static final String ALL = "*";

  /** Asks for the rules in namespaces, which include those in the whole cluster. */
  static ListPermissions of(KubernetesClient client, List<String> namespaces) {
    var found = new ArrayList<ResourceRule>();
    for (var namespace : namespaces) {
      var review =
          new SelfSubjectRulesReviewBuilder()
              .withNewSpec()
              .withNamespace(namespace)
              .endSpec()
              .build();
      try {
        var status =
            client.authorization().v1().selfSubjectRulesReview().create(review).getStatus();
        if (status == null || Boolean.TRUE.equals(status.getIncomplete())) {
          return new ListPermissions(Optional.empty());
        }
        found.addAll(status.getResourceRules());
      } catch (KubernetesClientException e) {
        return new ListPermissions(Optional.empty());
      }
    }
    return new ListPermissions(namespaces.isEmpty() ? Optional.empty() : Optional.of(found));
  }

  /** Returns whether a request for the objects of a kind is not denied for sure. */
  boolean mayAllow(ResourceDefinitionContext kind) {
    return rules.isEmpty()
        || rules.get().stream()
            .anyMatch(
                rule ->
                    has(rule.getVerbs(), "list")
                        && has(rule.getApiGroups(), kind.getGroup())
                        && has(rule.getResources(), kind.getPlural()));
  }

  private static boolean has(List<String> texts, String text) {
    return texts.contains(text) || texts.contains(ALL);
  }
}
