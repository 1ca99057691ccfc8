package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceRule;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceRuleBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ListPermissionsTest {
  @Test
  void excludeTheKindsThatNoRuleAllowsToList() {
    var permissions =
        new ListPermissions(
            Optional.of(
                List.of(
                    rule("", "pods", "get", "list"),
                    rule("", "nodes", "get"),
                    rule("apps", "*", "*"))));

    assertEquals(
        List.of("pods", "deployments"),
        Stream.of(
                kind("", "pods"), kind("", "nodes"), kind("apps", "deployments"), kind("x", "pods"))
            .filter(permissions::mayAllow)
            .map(ResourceDefinitionContext::getPlural)
            .toList());
  }

  @Test
  void excludeNothingIfTheyAreNotKnownInWhole() {
    assertTrue(new ListPermissions(Optional.empty()).mayAllow(kind("", "nodes")));
    assertFalse(new ListPermissions(Optional.of(List.of())).mayAllow(kind("", "nodes")));
  }

  private static ResourceRule rule(String group, String resource, String... verbs) {
    return new ResourceRuleBuilder()
        .withApiGroups(group)
        .withResources(resource)
        .withVerbs(verbs)
        .build();
  }

  private static ResourceDefinitionContext kind(String group, String plural) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group)
        .withVersion("v1")
        .withKind("Kind")
        .withPlural(plural)
        .build();
  }
}
