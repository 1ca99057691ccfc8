package dev.catamaran.prediction;

import static dev.catamaran.prediction.ChangedChart.chart;

import java.util.List;

/** Rows about fields: notations, lists, defaults, and drift. */
final class FieldRows {
  private FieldRows() {}

  static List<ChangedChart> charts() {
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

  private static final String SMALL = "            - {name: SMALL, value: \"\"}\n";
  private static final String POD =
      "            - name: POD\n              valueFrom: {fieldRef: {fieldPath: metadata.name}}\n";
  private static final String NUMBERS = "templates/numbers.yaml";
}
