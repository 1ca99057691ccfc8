package dev.catamaran.project;

import dev.catamaran.definition.ChartDefinition;
import dev.catamaran.definition.ChartInput;
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
    return ChartDefinition.of(api.gvk(), api.plural(), chart);
  }

  /** Returns the sample: the chart's values with their comments. */
  String sample() {
    return new SampleResource(api.gvk(), chart.valuesText()).text();
  }
}
