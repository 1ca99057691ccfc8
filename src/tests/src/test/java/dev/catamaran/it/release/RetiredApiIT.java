package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.Discovery;
import dev.catamaran.testcluster.KindContexts;
import dev.catamaran.testcluster.PassingKind;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * A version of an API that the cluster no longer serves does not end the life of a release whose
 * stored revision still names it.
 */
class RetiredApiIT {
  private static final String OPEN =
      "{openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}";

  @Test
  void letsTheNextInputUseAnotherVersionOrNone(TestNamespace namespace) {
    var group = namespace.name() + ".parts.dev";
    var definition = define(namespace, group);
    var passing = new PassingKind(namespace);
    passing.define();
    namespace.operate(Watching.chart("Widget", chart()));
    var moves = namespace.widget("moves").deploy(spec(group + "/v1beta1", "Part"));
    var drops = namespace.widget("drops").deploy(spec(group + "/v1beta1", "Part"));
    var loses = namespace.widget("loses").deploy(spec(passing.apiVersion(), passing.kind()));
    var uid = part(namespace, group, "moves").get().getMetadata().getUid();

    definition.edit(
        found -> {
          found.getSpec().getVersions().getFirst().setServed(false);
          return found;
        });
    eventually(
        () ->
            assertFalse(Discovery.kinds(namespace.client(), group + "/v1beta1").contains("Part")));
    passing.undefine();
    moves.patch("{spec: %s}".formatted(spec(group + "/v1", "Part")));
    drops.patch("{spec: {api: none}}");
    loses.patch("{spec: {api: none}}");

    moves.awaitRevisions("1 superseded", "2 deployed");
    drops.awaitRevisions("1 superseded", "2 deployed");
    loses.awaitRevisions("1 superseded", "2 deployed");
    moves.awaitReady();
    assertEquals(uid, part(namespace, group, "moves").get().getMetadata().getUid());
    eventually(() -> assertNull(part(namespace, group, "drops").get()));
  }

  private static String spec(String api, String kind) {
    return "{api: \"%s\", kind: %s}".formatted(api, kind);
  }

  private static Resource<GenericKubernetesResource> part(
      TestNamespace namespace, String group, String name) {
    return namespace
        .client()
        .genericKubernetesResources(KindContexts.namespaced(group, "v1", "Part", "parts"))
        .inNamespace(namespace.name())
        .withName(name);
  }

  /** Returns the definition of a kind in an old and a new version. */
  private static Resource<CustomResourceDefinition> define(TestNamespace namespace, String group) {
    namespace.load(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: parts.%1$s}
        spec:
          group: %1$s
          scope: Namespaced
          names: {kind: Part, plural: parts, singular: part}
          versions:
          - {name: v1beta1, served: true, storage: false, schema: %2$s}
          - {name: v1, served: true, storage: true, schema: %2$s}
        """
            .formatted(group, OPEN));
    eventually(() -> assertEquals(1, kinds(namespace, group + "/v1beta1")));
    eventually(() -> assertEquals(1, kinds(namespace, group + "/v1")));
    return namespace.client().resources(CustomResourceDefinition.class).withName("parts." + group);
  }

  private static int kinds(TestNamespace namespace, String apiVersion) {
    return Discovery.kinds(namespace.client(), apiVersion).size();
  }

  private static Path chart() {
    return TestChart.named("retired")
        .template(
            "part.yaml",
            """
            {{- if ne .Values.api "none" }}
            apiVersion: {{ .Values.api }}
            kind: {{ .Values.kind }}
            metadata: {name: {{ .Release.Name }}}
            spec: {size: 1}
            {{- end }}
            """)
        .path();
  }
}
