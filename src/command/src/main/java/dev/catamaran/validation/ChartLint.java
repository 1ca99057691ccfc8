package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.helm.ChartEngine;
import dev.catamaran.release.EngineException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Helm's own check of a chart, {@code helm lint}. */
public final class ChartLint {
  private ChartLint() {}

  /** Importance of a message. */
  public enum Level {
    ERROR,
    WARNING,
    INFO
  }

  /**
   * One message.
   *
   * @param path file or folder in the chart, such as {@code Chart.yaml} or {@code templates/}
   * @param text sentence of Helm, in one line
   */
  public record Message(Level level, String path, String text) {}

  /**
   * Checks a chart.
   *
   * @param chart folder of the chart
   * @throws EngineException if it is no chart
   */
  public static List<Message> of(ChartEngine engine, Path chart) {
    return engine
        .orRejected(new EngineRequest.Lint(chart.toString()))
        .path("findings")
        .valueStream()
        .map(ChartLint::message)
        .toList();
  }

  private static Message message(JsonNode finding) {
    return new Message(
        Level.valueOf(finding.path("severity").asText().toUpperCase(Locale.ROOT)),
        finding.path("path").asText(),
        finding.path("message").asText().strip().replaceAll("\\s*\\R\\s*", " "));
  }
}
