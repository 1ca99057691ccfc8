package dev.catamaran.prediction;

import static dev.catamaran.prediction.ChangedChart.chart;

import java.util.List;

/** Rows about whole objects: new, removed, kept, renamed, elsewhere, hooks, definitions. */
final class ObjectRows {
  private ObjectRows() {}

  private static final String WIDE = "templates/objects.yaml";

  static List<ChangedChart> charts() {
    return List.of(
        chart("hooks")
            .row(
                "a value",
                b -> b.spec("{step: two}"),
                "~ ConfigMap/R-settings",
                "hook ConfigMap/R-post-upgrade",
                "hook ConfigMap/R-pre-upgrade",
                "hook Job/R-migrate")
            .row(
                "a hook alone",
                b -> b.edit("templates/job.yaml", "example.com/migrate", "example.com/move"),
                "hook ConfigMap/R-post-upgrade",
                "hook ConfigMap/R-pre-upgrade",
                "hook Job/R-migrate")
            .row(
                "a new hook",
                b ->
                    b.file(
                        "templates/new.yaml",
                        """
                        apiVersion: v1
                        kind: ConfigMap
                        metadata:
                          name: "{{ .Release.Name }}-new"
                          annotations: {helm.sh/hook: post-upgrade}
                        """),
                "hook ConfigMap/R-new",
                "hook ConfigMap/R-post-upgrade",
                "hook ConfigMap/R-pre-upgrade",
                "hook Job/R-migrate"),
        chart("kept")
            .row(
                "a value",
                b -> b.spec("{step: two}"),
                "~ ConfigMap/R-archive",
                "~ ConfigMap/R-scratch")
            .row(
                "templates without the kept objects",
                b ->
                    b.file(
                        WIDE,
                        """
                          apiVersion: v1
                          kind: ConfigMap
                          metadata: {name: "{{ .Release.Name }}-scratch"}
                          data: {step: "{{ .Values.step }}"}
                          """))
            .row(
                "a new object, the name of which is a kept one's",
                b ->
                    b.file(
                        "templates/again.yaml",
                        """
                          apiVersion: v1
                          kind: ConfigMap
                          metadata: {name: "{{ .Release.Name }}-archive"}
                          data: {step: again}
                          """),
                "~ ConfigMap/R-archive"),
        chart("elsewhere")
            .row("a value", b -> b.spec("{step: two}"), "~ ConfigMap/NS-R in default")
            .row(
                "an edited object in a namespace of the chart",
                b -> b.live("v1", "ConfigMap", "{NS}-{R}/inside", "data: {key: edited}"),
                "~ ConfigMap/inside in NS-R")
            .row(
                "an object that moves to another namespace",
                b -> b.edit(WIDE, "namespace: default", "namespace: \"{{ $wide }}\""),
                "+ ConfigMap/NS-R in NS-R",
                "- ConfigMap/NS-R in default"),
        chart(
                "own-definition",
                b -> {
                  b.edit(
                      "crds/boats.yaml",
                      "fleet.test.catamaran.dev",
                      "fleet.predicted.catamaran.dev");
                  b.edit(
                      "templates/boats.yaml",
                      "fleet.test.catamaran.dev",
                      "fleet.predicted.catamaran.dev");
                  b.option("crds", "CreateReplace");
                  b.define("crds/boats.yaml");
                })
            .row("a value", b -> b.spec("{step: two}"), "~ Boat/R-first")
            .row(
                "a field of the definition, and its first use",
                b -> {
                  b.edit(
                      "crds/boats.yaml",
                      "step: {type: string}",
                      "step: {type: string}\n                port: {type: string}");
                  b.edit("templates/boats.yaml", "crew:", "port: south\n  crew:");
                },
                "~ Boat/R-first",
                "~ CustomResourceDefinition/boats.fleet.predicted.catamaran.dev")
            .row(
                "an object less of the defined kind",
                b -> b.edit("templates/boats.yaml", "spec: {}", "spec: {hulls: 2}")),
        chart(ChangedChart.CREATED)
            .row("a scale", b -> b.spec("{replicaCount: 3}"), "~ Deployment/R")
            .row(
                "an ingress and an autoscaler",
                b -> b.spec("{ingress: {enabled: true}, autoscaling: {enabled: true}}"),
                "+ HorizontalPodAutoscaler/R",
                "+ Ingress/R")
            .row(
                "a new name of all objects",
                b -> b.spec("{fullnameOverride: renamed}"),
                "+ Deployment/renamed",
                "+ HorizontalPodAutoscaler/renamed",
                "+ Ingress/renamed",
                "+ Service/renamed",
                "+ ServiceAccount/renamed",
                "- Deployment/R",
                "- HorizontalPodAutoscaler/R",
                "- Ingress/R",
                "- Service/R",
                "- ServiceAccount/R"));
  }
}
