package dev.catamaran.validation;

import dev.catamaran.recorder.Recording;
import java.util.List;
import java.util.regex.Pattern;

/** Result of rendering a chart. */
sealed interface Render {
  /** Helm rendered the chart. */
  record Done(Recording recording) implements Render {}

  /** Helm refused chart and values, with this sentence. */
  record Refused(String sentence) implements Render {
    /** As Go's text/template and Helm name a template, with a line or without. */
    private static final Pattern PLACE =
        Pattern.compile("(?<file>[\\w.-]+(?:/[\\w.-]+)*/templates/[^\\s:)\"]+)(?::(?<line>\\d+))?");

    /** Helm, pkg/engine/engine.go, for the functions required and fail. */
    private static final String BY_AUTHOR = "execution error at ";

    /** Helm, pkg/action/action.go. */
    private static final String BY_VERSION = "chart requires kubeVersion";

    CheckRule rule() {
      if (sentence.startsWith(BY_VERSION)) {
        return CheckRule.CHART_KUBE_VERSION;
      }
      return sentence.startsWith(BY_AUTHOR) ? CheckRule.CHART_NEEDS_VALUES : CheckRule.CHART_RENDER;
    }

    Finding finding(LocalChart chart) {
      if (rule() == CheckRule.CHART_KUBE_VERSION) {
        var file = YamlFile.read(chart.chart().orElseThrow().path(), "Chart.yaml");
        int line = file.documents().getFirst().line(List.of("kubeVersion"));
        return Finding.of(rule(), chart.file("Chart.yaml"), line, sentence);
      }
      var place = PLACE.matcher(sentence);
      if (!place.find()) {
        return Finding.of(rule(), chart.shown(), 0, sentence);
      }
      int line = place.group("line") == null ? 0 : Integer.parseInt(place.group("line"));
      return Finding.of(rule(), chart.template(place.group("file")), line, sentence);
    }
  }
}
