package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.kit.Readiness;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** Nobody waits for the deletion of what has done its work. */
  @Test
  void isAsItEndedWhileItIsBeingDeleted() throws IOException {
    assertEquals(new Readiness.Ready(), ofJob("{type: Complete, status: 'True'}"));
    assertEquals(
        new Readiness.Failed("why"), ofJob("{type: Failed, status: 'True', message: why}"));
    assertEquals(
        new Readiness.Progressing("it is being deleted"), ofJob("{type: Other, status: 'True'}"));
  }

  private static Readiness ofJob(String condition) throws IOException {
    return descendant(
            "{apiVersion: batch/v1, kind: Job, metadata: {name: a, namespace: b,"
                + " deletionTimestamp: '2026-03-01T12:00:00Z', creationTimestamp:"
                + " '2026-03-01T12:00:00Z'}, status: {conditions: ["
                + condition
                + "]}}")
        .readiness();
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

  @ParameterizedTest(name = "{1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          resourceVersion: "7"     | resourceVersion: "8"              | true
          generation: 1            | generation: 2                     | true
          manager: helm            | manager: kubectl                  | true
          availableReplicas: 2     | availableReplicas: 1              | true
          replicas: 2, selector    | replicas: 3, selector             | false
          labels: {app: cache}     | labels: {app: cache, team: a}     | false
          uid: uid-9               | uid: uid-10                       | false
          name: cache, uid: uid-1  | name: other, uid: uid-2           | false
          """)
  void hasTheSameHashAfterBookkeepingAlone(String before, String after, boolean isSame)
      throws IOException {
    var changed = LIVE.replace(before, after);
    assertNotEquals(LIVE, changed);
    assertEquals(isSame, descendant(LIVE).contentHash().equals(descendant(changed).contentHash()));
  }
}
