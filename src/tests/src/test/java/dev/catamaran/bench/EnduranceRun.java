package dev.catamaran.bench;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * {@code make measure WHAT=endurance}: what many installs and uninstalls leave in the memory of one
 * process, of Catamaran and of helm-java alone, side by side. It is not part of the tests.
 *
 * <p>{@code -Dendurance.releases=10000}
 */
class EnduranceRun {
  private static final int RELEASES = Integer.getInteger("endurance.releases", 10_000);
  private static final Path OUTPUT = Path.of("target/bench");
  private static final int WIDTH = 900;
  private static final int HEIGHT = 450;

  @Test
  void measures() throws Exception {
    var runs =
        atOnce(
            Stream.of(Operator.CATAMARAN, Caller.HELM_JAVA)
                .<Callable<Endurance>>map(who -> () -> Endurance.of(who, RELEASES))
                .toList());

    Files.createDirectories(OUTPUT);
    JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValue(OUTPUT.resolve("endurance.json").toFile(), runs);
    plot(runs, "endurance-memory.png", "Memory in MB", Endurance.Sample::megabytes);
    plot(runs, "endurance-cpu.png", "CPU for each release in ms", Endurance.Sample::cpuMillis);
    System.out.println("The samples and the plots are in " + OUTPUT);
  }

  private static List<Endurance> atOnce(List<Callable<Endurance>> runs) throws Exception {
    try (var threads = Executors.newFixedThreadPool(runs.size())) {
      return threads.invokeAll(runs).stream().map(Waiting::get).toList();
    }
  }

  private static void plot(
      List<Endurance> runs, String file, String title, Function<Endurance.Sample, Number> figure)
      throws IOException {
    var chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("releases installed and uninstalled")
            .yAxisTitle(title)
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE).setMarkerSize(0);
    chart.getStyler().setYAxisMin(0.0);
    for (var run : runs) {
      chart.addSeries(
          run.contender().title(),
          run.samples().stream().map(Endurance.Sample::releases).toList(),
          run.samples().stream().map(figure).toList());
    }
    ImageIO.write(BitmapEncoder.getBufferedImage(chart), "png", OUTPUT.resolve(file).toFile());
  }
}
