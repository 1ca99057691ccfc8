package dev.catamaran.prediction;

import static dev.catamaran.prediction.ChangedChart.chart;

import java.util.List;
import java.util.stream.Stream;

/** The table: charts of src/tests/src/test/charts and the chart of {@code helm create}. */
public final class ChangedCharts {
  /** The group of the definition in a chart. */
  static final String DEFINED_GROUP = ".fleet.predicted.catamaran.dev";

  private static final String REPORT = "templates/report.yaml";

  private static String settings(String domain) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: "source"}
    data: {values.yaml: "domain: %s"}
    """
        .formatted(domain);
  }

  private static final String WIDE = "templates/objects.yaml";

  private static final String SMALL = "            - {name: SMALL, value: \"\"}\n";
  private static final String POD =
      "            - name: POD\n              valueFrom: {fieldRef: {fieldPath: metadata.name}}\n";
  private static final String NUMBERS = "templates/numbers.yaml";

  private ChangedCharts() {}

  /** All charts with their rows; each chart once. */
  public static List<ChangedChart> all() {
    return Stream.of(values(), objects(), refusals(), fields()).flatMap(List::stream).toList();
  }

  /** Values: their sources, and what a chart asks Helm and the cluster. */
  private static List<ChangedChart> values() {
    return List.of(
        chart("three-deep")
            .row(
                "a global value",
                b -> b.spec("{global: {fleet: red}}"),
                "~ ConfigMap/R-child",
                "~ ConfigMap/R-grandchild",
                "~ ConfigMap/R-greatgrandchild")
            .row("a tag", b -> b.spec("{tags: {extras: true}}"), "+ ConfigMap/R-unwanted")
            .row(
                "an override in watches.yaml",
                b -> b.option("overrideValues", "{child.grandchild.enabled: false}"),
                "- ConfigMap/R-grandchild",
                "- ConfigMap/R-greatgrandchild"),
        chart(
                "templated-values",
                b -> {
                  b.object(settings("example.com"));
                  b.option("valuesFrom", "[{kind: ConfigMap, name: source}]");
                })
            .row(
                "a ConfigMap of valuesFrom",
                b -> b.object(settings("example.org")),
                "~ ConfigMap/R-coalesced",
                "~ ConfigMap/R-rendered")
            .row(
                "a value in a label",
                b -> b.spec("{step: two}"),
                "~ ConfigMap/R-coalesced",
                "~ ConfigMap/R-rendered")
            .row("a value that no template uses", b -> b.spec("{unused: true}")),
        chart("capabilities")
            .row(
                "a question for another API",
                b -> b.edit(REPORT, "nowhere.example.com/v1", "charts.test.catamaran.dev/v1"),
                "~ ConfigMap/R-report")
            .row(
                "a condition that is false now",
                b -> b.edit(REPORT, "Has \"policy/v1\"", "Has \"policy/v9\""),
                "- PodDisruptionBudget/R")
            .row(
                "the same condition on the version",
                b ->
                    b.edit(
                        REPORT,
                        ".Capabilities.APIVersions.Has \"policy/v9\"",
                        "semverCompare \">=1.25-0\" .Capabilities.KubeVersion.Version"),
                "+ PodDisruptionBudget/R"),
        chart("looks-up")
            .row("a value", b -> b.spec("{step: two}"), "~ ConfigMap/R-settings")
            .row(
                "another answer to a lookup, which is no reason for an upgrade",
                b ->
                    b.object("{apiVersion: v1, kind: ServiceAccount, metadata: {name: looked-up}}"))
            .row(
                "a deleted password that the chart looks up",
                b -> b.gone("v1", "Secret", "{R}-password"),
                "+ Secret/R-password"),
        chart("constrained")
            .row("a value", b -> b.spec("{step: two}"), "~ ConfigMap/R-metadata")
            .row(
                "the version of the application",
                b -> b.edit("Chart.yaml", "2024.10", "2024.11"),
                "~ ConfigMap/R-metadata")
            .row(
                "only the number of the revision",
                b -> b.spec("{unused: true}"),
                "~ ConfigMap/R-metadata"));
  }

  /** Whole objects: new, removed, kept, renamed, elsewhere, hooks, definitions. */
  private static List<ChangedChart> objects() {
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

  /** What the API server or the chart refuses, and what follows on it. */
  private static List<ChangedChart> refusals() {
    return List.of(
        chart("batch")
            .row(
                "an immutable template of a Job",
                b -> b.edit("templates/batch.yaml", "example.com/once", "example.com/twice"),
                "fails")
            .row(
                "the template of before, and a value",
                b -> {
                  b.edit("templates/batch.yaml", "example.com/twice", "example.com/once");
                  b.spec("{step: two}");
                },
                "~ CronJob/R")
            .row(
                "another notation of a quantity",
                b -> b.edit("templates/batch.yaml", "1024Mi", "1Gi")),
        chart("schema")
            .row(
                "a second item of a list",
                b -> b.spec("{servers: [{name: first}, {name: second}]}"),
                "+ Service/R-second")
            .row("a value that the schema forbids", b -> b.spec("{port: 70000}"), "fails")
            .row("a port", b -> b.spec("{port: 9090}"), "~ Service/R-first", "~ Service/R-second"),
        chart("stateful")
            .row(
                "a scale",
                b -> b.edit("templates/set.yaml", "replicas: 2", "replicas: 1"),
                "~ StatefulSet/R")
            .row(
                "another claim template",
                b -> b.edit("templates/set.yaml", "storage: 1Gi", "storage: 2Gi"),
                "fails")
            .row(
                "the claim template of before, and a value",
                b -> {
                  b.edit("templates/set.yaml", "storage: 2Gi", "storage: 1Gi");
                  b.spec("{step: two}");
                },
                "~ StatefulSet/R"));
  }

  /** Fields: notations, lists, and drift. */
  private static List<ChangedChart> fields() {
    return List.of(
        chart("numbers")
            .row("a port", b -> b.spec("{port: 9090}"), "~ ConfigMap/R-numbers", "~ Service/R")
            .row(
                "other notations of quantities",
                b -> {
                  b.edit(NUMBERS, "0.5Mi", "512Ki");
                  b.edit(NUMBERS, "test.catamaran.dev: 1k", "test.catamaran.dev: 1000");
                })
            .row(
                "a fraction in a custom kind",
                b -> b.edit(NUMBERS, "fraction: 0.1", "fraction: 0.25"),
                "~ Gadget/R"),
        chart("web", b -> b.edit("templates/web.yaml", "minReplicas: 2", "minReplicas: 1"))
            .row(
                "another order of variables",
                b -> b.edit("templates/web.yaml", SMALL + POD, POD + SMALL),
                "~ Deployment/R")
            .row(
                "labels",
                b ->
                    b.edit(
                        "templates/web.yaml",
                        "metadata:\n  name: \"{{ .Release.Name }}\"\nspec:\n  type: NodePort",
                        "metadata:\n  name: \"{{ .Release.Name }}\"\n  labels: {tier: front}\nspec:\n  type: NodePort"),
                "~ Service/R")
            .row(
                "drift: a deleted object, and an edited image",
                b -> {
                  b.gone("networking.k8s.io/v1", "Ingress", "{R}");
                  b.live("v1", "Service", "{R}", "metadata: {labels: {tier: back}}");
                },
                "+ Ingress/R",
                "~ Service/R"));
  }
}
