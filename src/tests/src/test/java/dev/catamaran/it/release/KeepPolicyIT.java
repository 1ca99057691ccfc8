package dev.catamaran.it.release;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.RealNode;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RealNode
class KeepPolicyIT {

  @Test
  void repairsAKeptObjectButNeverDeletesIt(TestNamespace namespace) {
    deploy(namespace, "{keep: true}");
    assertEquals(List.of(), meta(namespace).getOwnerReferences());

    edit(namespace);
    eventually(() -> assertEquals(Map.of("color", "blue"), namespace.data("one-kept")));
    var uid = meta(namespace).getUid();
    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-plain")));
    assertEquals(uid, meta(namespace).getUid());
  }

  @Test
  void removesTheOwnerReferenceFromANewlyKeptObject(TestNamespace namespace) {
    deploy(namespace, "{keep: false}");
    assertEquals(1, meta(namespace).getOwnerReferences().size());

    namespace.apply("Widget", "one", "{keep: true}");
    eventually(() -> assertEquals(List.of(), meta(namespace).getOwnerReferences()));
    eventually(
        () ->
            assertEquals(
                namespace.name() + "/one",
                meta(namespace).getAnnotations().get("operator-sdk/primary-resource")));

    namespace.apply("Widget", "one", "{keep: false}");
    eventually(() -> assertEquals(1, meta(namespace).getOwnerReferences().size()));
  }

  @Test
  void keepsTheObjectAfterLossOfTheHistory(TestNamespace namespace) {
    deploy(namespace, "{keep: true}");

    namespace.client().secrets().inNamespace(namespace.name()).withLabel("owner", "helm").delete();
    namespace.delete("Widget", "one");

    eventually(() -> assertNull(namespace.primary("Widget", "one")));
    eventually(() -> assertNull(namespace.get(ConfigMap.class, "one-plain")));
    assertEquals(Map.of("color", "blue"), namespace.data("one-kept"));
  }

  @Test
  void doesNotRecreateDeletedHooks(TestNamespace namespace) {
    deploy(namespace, "{keep: true}");
    namespace.delete(ConfigMap.class, "one-hook");

    edit(namespace);

    eventually(() -> assertEquals(Map.of("color", "blue"), namespace.data("one-kept")));
    assertNull(namespace.get(ConfigMap.class, "one-hook"));
  }

  private static void deploy(TestNamespace namespace, String spec) {
    namespace.operate(Watching.chart("Widget", chart()));
    namespace.deploy("Widget", "one", spec);
  }

  private static ObjectMeta meta(TestNamespace namespace) {
    return namespace.existing(ConfigMap.class, "one-kept").getMetadata();
  }

  private static void edit(TestNamespace namespace) {
    namespace.put("one-kept", "color", "red");
  }

  private static Path chart() {
    return TestChart.named("keeping")
        .configMap("plain", "color", "blue")
        .template(
            "kept.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-kept"
              {{- if .Values.keep }}
              annotations: {helm.sh/resource-policy: keep}
              {{- end }}
            data: {color: blue}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: "{{ .Release.Name }}-hook"
              annotations: {helm.sh/hook: pre-install}
            data: {color: blue}
            """)
        .path();
  }
}
