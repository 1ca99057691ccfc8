package dev.catamaran.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * A picture of one figure: groups of bars by number of releases, one bar for each contender.
 *
 * @param file its name, without a suffix
 */
record Plot(String file, String title, Phase phase, Column column) {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 450;

  static final List<Plot> ALL =
      List.of(
          new Plot("make-rate", "Releases made", new MakePhase(), Column.RATE),
          new Plot("make-cpu", "CPU for each release made", new MakePhase(), Column.CPU_EACH),
          new Plot(
              "make-cluster-cpu",
              "Cluster's CPU for each release made",
              new MakePhase(),
              Column.CLUSTER_CPU_EACH),
          new Plot(
              "make-requests",
              "Requests for each release made",
              new MakePhase(),
              Column.REQUESTS_EACH),
          new Plot("make-memory", "Memory after making", new MakePhase(), Column.MEMORY),
          new Plot("rest-cpu", "CPU at rest", new RestPhase(), Column.CPU_SHARE),
          new Plot("rest-requests", "Requests at rest", new RestPhase(), Column.REQUEST_RATE),
          new Plot(
              "repair-delete",
              "Repair of deleted objects",
              new RepairPhase(RepairPhase.Harm.DELETE),
              Column.p99("repair")),
          new Plot(
              "repair-edit",
              "Repair of edited objects",
              new RepairPhase(RepairPhase.Harm.EDIT),
              Column.p99("repair")),
          new Plot("change-rate", "Releases changed", new ChangePhase(), Column.RATE),
          new Plot("restart-cpu", "CPU of a restart", new RestartPhase(), Column.CPU),
          new Plot("delete-rate", "Releases deleted", new DeletePhase(), Column.RATE));

  /** Writes the picture as PNG; nothing if the run does not have the figure. */
  void write(Results results, Path folder) throws IOException {
    var sizes =
        results.sizes().stream().filter(size -> results.contenders(size).size() > 1).toList();
    var chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("releases")
            .yAxisTitle(column.title())
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    for (var contender : Contender.all()) {
      var figures =
          sizes.stream()
              .map(size -> results.median(contender, size, phase, column))
              .map(figure -> figure.isPresent() ? figure.getAsDouble() : Double.NaN)
              .toList();
      if (figures.stream().anyMatch(figure -> !figure.isNaN())) {
        chart.addSeries(
            contender.title(),
            sizes,
            figures.stream().map(figure -> figure.isNaN() ? null : figure).toList());
      }
    }
    if (!chart.getSeriesCollection().isEmpty()) {
      ImageIO.write(
          BitmapEncoder.getBufferedImage(chart), "png", folder.resolve(file + ".png").toFile());
    }
  }
}
