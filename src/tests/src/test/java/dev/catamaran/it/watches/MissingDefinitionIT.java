package dev.catamaran.it.watches;

import static dev.catamaran.fixture.Eventually.eventually;
import static dev.catamaran.fixture.Eventually.throughout;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.KindContexts;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RealNode
class MissingDefinitionIT {
  private static final String API = "late.catamaran.dev/v1";
  private static final String DEFINITION =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: latecomers.late.catamaran.dev}
      spec:
        group: late.catamaran.dev
        names: {kind: Latecomer, listKind: LatecomerList, plural: latecomers, singular: latecomer}
        scope: Namespaced
        versions:
        - name: v1
          served: true
          storage: true
          subresources: {status: {}}
          schema:
            openAPIV3Schema:
              type: object
              x-kubernetes-preserve-unknown-fields: true
      """;

  /** Cleans up also after a failed test without a running operator. */
  @AfterEach
  void deleteTheDefinition(TestNamespace namespace) {
    if (definition(namespace).get() != null) {
      for (var primary : primaries(namespace).list().getItems()) {
        primaries(namespace)
            .withName(primary.getMetadata().getName())
            .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
      }
    }
    undefine(namespace);
  }

  @Test
  void reconcilesAKindOnlyWhileItsDefinitionExists(TestNamespace namespace) {
    var operator = operate(namespace);
    operator.awaitLog("Latecomer is not served; waiting for its CustomResourceDefinition");
    namespace.deploy("Widget", "early", "{}");

    define(namespace);
    operator.awaitLog("Reconciling late.catamaran.dev/v1, Kind=Latecomer");
    create(namespace, "first");
    awaitRelease(namespace, "first");

    primaries(namespace).withName("first").delete();
    eventually(() -> assertEquals(List.of(), namespace.revisions("first")));
    undefine(namespace);
    operator.awaitLog("Latecomer is no longer served");
    throughout(Duration.ofSeconds(5), () -> assertIsQuietSince(operator, "is no longer served"));
    namespace.deploy("Widget", "late", "{}");

    define(namespace);
    eventually(() -> assertEquals(2, count(operator, "Reconciling late.catamaran.dev/v1")));
    create(namespace, "second");
    awaitRelease(namespace, "second");
  }

  @Test
  void uninstallsReleasesWhenTheirDefinitionIsDeleted(TestNamespace namespace) {
    define(namespace);
    var operator = operate(namespace);
    operator.awaitLog("Reconciling late.catamaran.dev/v1");
    create(namespace, "one");
    create(namespace, "two");
    awaitRelease(namespace, "one");
    awaitRelease(namespace, "two");

    undefine(namespace);

    for (var name : List.of("one", "two")) {
      assertEquals(List.of(), namespace.revisions(name));
      assertNull(namespace.get(ConfigMap.class, name + "-made"));
    }
    operator.awaitLog("Latecomer is no longer served");
  }

  private static OperatorProcess operate(TestNamespace namespace) {
    var chart = TestChart.named("late").configMap("made", "by", "it").path();
    return namespace.launch(
        Watching.yaml(
                """
                - group: late.catamaran.dev
                  version: v1
                  kind: Latecomer
                  chart: %s
                """
                    .formatted(chart))
            .and("Widget", chart));
  }

  private static void define(TestNamespace namespace) {
    namespace
        .client()
        .resource(Serialization.unmarshal(DEFINITION, CustomResourceDefinition.class))
        .create();
  }

  private static void undefine(TestNamespace namespace) {
    definition(namespace).delete();
    eventually(() -> assertNull(definition(namespace).get()));
    eventually(() -> assertNull(namespace.client().getApiResources(API), "still listed"));
  }

  private static Resource<CustomResourceDefinition> definition(TestNamespace namespace) {
    return namespace
        .client()
        .resources(CustomResourceDefinition.class)
        .withName("latecomers.late.catamaran.dev");
  }

  /** The API server serves a new kind shortly after the creation of its definition. */
  private static void create(TestNamespace namespace, String name) {
    var primary =
        Serialization.unmarshal(
            """
            apiVersion: late.catamaran.dev/v1
            kind: Latecomer
            metadata: {name: %s}
            spec: {}
            """
                .formatted(name),
            GenericKubernetesResource.class);
    eventually(
        () -> {
          try {
            namespace.client().resource(primary).inNamespace(namespace.name()).create();
          } catch (KubernetesClientException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      primaries(TestNamespace namespace) {
    return namespace
        .client()
        .genericKubernetesResources(
            KindContexts.namespaced("late.catamaran.dev", "v1", "Latecomer", "latecomers"))
        .inNamespace(namespace.name());
  }

  private static void awaitRelease(TestNamespace namespace, String name) {
    eventually(
        () -> {
          assertEquals(List.of("1 deployed"), namespace.revisions(name));
          assertNotNull(namespace.get(ConfigMap.class, name + "-made"));
        });
  }

  private static void assertIsQuietSince(OperatorProcess operator, String line) {
    var log = operator.log();
    var after = log.substring(log.indexOf('\n', log.indexOf(line)) + 1);
    assertTrue(after.lines().noneMatch(l -> l.contains("WARN") || l.contains("ERROR")), after);
    assertFalse(log.contains("Exception"), log);
  }

  private static long count(OperatorProcess operator, String text) {
    return operator.log().lines().filter(line -> line.contains(text)).count();
  }
}
