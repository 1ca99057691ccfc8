package dev.catamaran.prediction;

import static dev.catamaran.prediction.ChangedChart.chart;

import java.util.List;

/** Rows about values: their sources, and what a chart asks Helm and the cluster. */
final class ValueRows {
  private ValueRows() {}

  static List<ChangedChart> charts() {
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
        chart("random-values")
            .row("a value", b -> b.spec("{step: two}"), "~ Secret/R-tls", "~ Secret/R-words")
            .row("a deleted certificate", b -> b.gone("v1", "Secret", "{R}-tls"), "+ Secret/R-tls")
            .row(
                "a new metadata of the chart",
                b -> b.edit("Chart.yaml", "version: 1.0.0", "version: 1.1.0"),
                "~ Secret/R-tls",
                "~ Secret/R-words"));
  }

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
}
