package dev.catamaran.prediction;

import static dev.catamaran.prediction.ChangedChart.chart;

import java.util.List;

/** Rows about changes that the API server or the chart refuses, and what follows on them. */
final class RefusedRows {
  private RefusedRows() {}

  static List<ChangedChart> charts() {
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
}
