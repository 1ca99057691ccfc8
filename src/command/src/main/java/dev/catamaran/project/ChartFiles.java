package dev.catamaran.project;

import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.definition.ChartInput;
import dev.catamaran.definition.DefinedKind;
import dev.catamaran.definition.SampleResource;
import java.nio.file.Path;

/** The files of an API that follow from its chart. */
record ChartFiles(ProjectApi api, ChartInput chart) {

  /** Reads the chart in a folder. */
  static ChartFiles of(ProjectApi api, Path chart) {
    return new ChartFiles(api, ChartInput.read(chart));
  }

  /** Returns the CRD. */
  ChartDefinition definition() {
    return ChartDefinition.of(kind(api), chart);
  }

  /** Returns the names of the kind of an API with a chart. */
  static DefinedKind kind(ProjectApi api) {
    return new DefinedKind(api.gvk(), api.plural(), DefinedKind.Scope.NAMESPACED);
  }

  /** Returns the sample: the chart's values with their comments. */
  String sample() {
    return new SampleResource(api.gvk(), chart).text();
  }
}
