package dev.catamaran.it.watches;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A watches.yaml of either Go operator has the same effect in Catamaran. */
class GoWatchesIT {

  @Test
  void hasTheSameEffect(TestNamespace namespace) {
    var operator =
        launch(
            namespace,
            """
            # Use the 'create api' subcommand to add watches to this file.
            # As of operator-sdk:
            - group: test.catamaran.dev
              version: v1
              kind: Widget
              chart: %1$s
              watchDependentResources: false
              reconcilePeriod: 1s
              maxConcurrentReconciles: 2
              dryRunOption: server
              overrideValues:
                color: blue
                count: 2
                enabled: "true"
                home: ${HOME}
                shout: '{{ "loud" | upper }}'
                list: "{a,b}"
              overrideTyping: string
              selector:
                matchLabels:
                  stage: test
                matchExpressions:
                - {key: team, operator: Exists}
            - group: ""
              version: v1
              kind: ReplicationController
              chart: %1$s
              selector:
                matchLabels:
                  nobody: has-this
            # As of helm-operator-plugins:
            - group: test.catamaran.dev
              version: v1
              kind: Gadget
              chart: %1$s
              watchDependentResources: true
              reconcilePeriod: 1m0s
              maxConcurrentReconciles: 4
              overrideValues:
                color: blue
                count: "2"
                enabled: true
                home: $HOME
                shout: loud
                list: "{a,b}"
            #+kubebuilder:scaffold:watch
            """);
    operator.awaitLog("Reconciling v1, Kind=ReplicationController");
    apply(namespace, "Widget", "seen", "{stage: test, team: blue}");
    apply(namespace, "Widget", "unseen", "{stage: test}");
    apply(namespace, "Gadget", "other", "{}");
    namespace.awaitReady("Widget", "seen");
    namespace.awaitReady("Gadget", "other");
    assertEquals(
        Map.of(
            "color", "blue",
            "count", "string 2",
            "enabled", "string true",
            "home", System.getenv("HOME"),
            "shout", "LOUD",
            "list", "[a b]",
            "mine", "from the spec"),
        namespace.data("seen-values"));
    var data = namespace.data("other-values");
    assertEquals("int64 2", data.get("count"));
    assertEquals("bool true", data.get("enabled"));
    assertEquals(System.getenv("HOME"), data.get("home"));

    for (var name : List.of("seen", "other")) {
      namespace.put(name + "-values", "color", "green");
      eventually(() -> assertEquals("blue", namespace.data(name + "-values").get("color")));
      assertEquals(List.of("1 deployed"), namespace.revisions(name));
    }
    assertEquals(List.of(), namespace.revisions("unseen"));
    assertFalse(operator.log().contains("ERROR"), operator::log);
  }

  private static OperatorProcess launch(TestNamespace namespace, String watches) {
    var chart =
        TestChart.named("values")
            .template(
                "values.yaml",
                """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: "{{ .Release.Name }}-values"}
                data:
                  color: {{ .Values.color | quote }}
                  count: {{ printf "%s %v" (kindOf .Values.count) .Values.count | quote }}
                  enabled: {{ printf "%s %v" (kindOf .Values.enabled) .Values.enabled | quote }}
                  home: {{ .Values.home | quote }}
                  shout: {{ .Values.shout | quote }}
                  list: {{ .Values.list | toString | quote }}
                  mine: {{ .Values.mine | quote }}
                """)
            .values("enabled: false\n")
            .path();
    return namespace.launch(Watching.yaml(watches.formatted(chart)));
  }

  private static void apply(TestNamespace namespace, String kind, String name, String labels) {
    var widget =
        """
        apiVersion: test.catamaran.dev/v1
        kind: %s
        metadata: {name: %s, namespace: %s, labels: %s}
        spec: {color: red, mine: from the spec}
        """
            .formatted(kind, name, namespace.name(), labels);
    namespace
        .client()
        .resource(Serialization.unmarshal(widget, GenericKubernetesResource.class))
        .create();
  }
}
