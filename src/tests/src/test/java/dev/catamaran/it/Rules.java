package dev.catamaran.it;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.List;

/** Rights of accounts. */
public final class Rules {
  private Rules() {}

  /**
   * A rule.
   *
   * @param resources separated by commas
   * @param verbs {@code *} for all
   */
  public static PolicyRule rule(String group, String resources, String... verbs) {
    return new PolicyRuleBuilder()
        .withApiGroups(group)
        .withResources(List.of(resources.split(",", -1)))
        .withVerbs(verbs)
        .build();
  }
}
