package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.cluster.Descendant.Agreement;
import dev.catamaran.manifest.DriftRules;
import dev.catamaran.manifest.IgnoreRule;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.manifest.ObjectPattern;
import dev.catamaran.watch.Selector;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DescendantTest {
  private static final String LIVE =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: cache
        namespace: shop
        uid: uid-9
        resourceVersion: "7"
        generation: 1
        creationTimestamp: "2026-03-01T12:00:00Z"
        labels: {app: cache}
        ownerReferences:
        - {apiVersion: cache.my.domain/v1, kind: Memcached, name: cache, uid: uid-1}
        managedFields:
        - {manager: helm, operation: Update}
      spec: {replicas: 2, selector: {matchLabels: {app: cache}}}
      status: {observedGeneration: 1, updatedReplicas: 2, availableReplicas: 2}
      """;

  private static Descendant descendant(String yaml) throws IOException {
    return Descendant.of(new YAMLMapper().readValue(yaml, GenericKubernetesResource.class));
  }

  @Test
  void knowsItsKeyItsOwnersAndItsReadiness() throws IOException {
    var descendant = descendant(LIVE);
    assertEquals(new ObjectKey("apps/v1", "Deployment", "shop", "cache"), descendant.key());
    assertEquals(new Readiness.Ready(), descendant.readiness());
    assertTrue(
        descendant.owners().names(new PrimaryKey("cache.my.domain", "Memcached", "shop", "cache")));
  }

  @Test
  void hasTheSameHashInAnyOrderOfFields() throws IOException {
    var reordered =
        LIVE.replace(
            "{replicas: 2, selector: {matchLabels: {app: cache}}}",
            "{selector: {matchLabels: {app: cache}}, replicas: 2}");
    assertNotEquals(LIVE, reordered);
    assertEquals(descendant(LIVE).contentHash(), descendant(reordered).contentHash());
  }

  @Test
  void keepsTheContentWithoutStatusAndBookkeeping() throws IOException {
    var expected =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: cache
          namespace: shop
          uid: uid-9
          labels: {app: cache}
          ownerReferences:
          - {apiVersion: cache.my.domain/v1, kind: Memcached, name: cache, uid: uid-1}
        spec: {replicas: 2, selector: {matchLabels: {app: cache}}}
        """;
    assertEquals(new YAMLMapper().readTree(expected), descendant(LIVE).content());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resourceVersion: \"7\"|resourceVersion: \"8\"",
        "generation: 1|generation: 2",
        "manager: helm|manager: kubectl",
        "availableReplicas: 2|availableReplicas: 1",
      })
  void hasTheSameHashAfterBookkeeping(String before, String after) throws IOException {
    assertEquals(
        descendant(LIVE).contentHash(), descendant(LIVE.replace(before, after)).contentHash());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicas: 2, selector|replicas: 3, selector",
        "labels: {app: cache}|labels: {app: cache, team: a}",
        "uid: uid-9|uid: uid-10",
        "name: cache, uid: uid-1|name: other, uid: uid-2",
      })
  void hasAnotherHashAfterAChange(String before, String after) throws IOException {
    var changed = LIVE.replace(before, after);
    assertNotEquals(LIVE, changed);
    assertNotEquals(descendant(LIVE).contentHash(), descendant(changed).contentHash());
  }

  @ParameterizedTest
  @ValueSource(strings = {"data: {a: \"grüezi 日本\"}", "{}", "binaryData: {a: AAE=}"})
  void keepsAClusterScopedObjectOfAnyKind(String rest) throws IOException {
    var yaml = "apiVersion: my.domain/v1\nkind: Vault\nmetadata: {name: a}\n";
    var object = rest.equals("{}") ? yaml : yaml + rest + "\n";
    var descendant = descendant(object);
    assertEquals(new ObjectKey("my.domain/v1", "Vault", "", "a"), descendant.key());
    assertEquals(new YAMLMapper().readTree(object), descendant.content());
  }

  @Test
  void agreesByEqualRulesOnly() throws IOException {
    var descendant = descendant(LIVE);
    descendant.agree(agreement(ignoring("/spec/replicas")));
    assertTrue(descendant.agreesWith(agreement(ignoring("/spec/replicas"))));
    assertFalse(descendant.agreesWith(agreement(ignoring("/spec/paused"))));
    assertFalse(descendant.agreesWith(agreement(DriftRules.none())));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "availableReplicas: 2|availableReplicas: 1|true",
        "manager: helm|manager: kubectl|true",
        "replicas: 2, selector|replicas: 3, selector|false",
        "{manager: helm, operation: Update}|{manager: keda, subresource: scale, fieldsV1: {f:spec: {f:replicas: {}}}}|false",
      })
  void keepsItsAgreementAfterBookkeeping(String before, String after, boolean agrees)
      throws IOException {
    var found = agreement(DriftRules.none());
    var first = descendant(LIVE);
    first.agree(found);
    var changed = LIVE.replace(before, after);
    assertNotEquals(LIVE, changed);
    var next = descendant(changed);
    next.follow(first);
    assertEquals(agrees, next.agreesWith(found));
  }

  private static DriftRules ignoring(String path) {
    var any = new ObjectPattern(Optional.empty(), Optional.empty(), Selector.everything());
    return new DriftRules(List.of(new IgnoreRule(any, List.of(JsonPointer.compile(path)))));
  }

  private static Agreement agreement(DriftRules rules) {
    return new Agreement("uid-1", 1, "digest", rules);
  }
}
