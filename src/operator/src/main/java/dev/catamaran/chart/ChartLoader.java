package dev.catamaran.chart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.InvalidChartException.ChartProblem;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.SharedEngine;
import dev.catamaran.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Loads charts from folders and packages, and reports all problems before Helm uses a chart. */
public final class ChartLoader {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Path copies;

  /**
   * Makes a loader.
   *
   * @param copies folder for unpacked packages and copies of folders, each below its digest;
   *     created on demand. Nothing is ever deleted there, and existing contents are reused.
   */
  public ChartLoader(Path copies) {
    this.copies = copies;
  }

  /**
   * Loads the current state of a chart; later changes of its files do not affect the result.
   *
   * @param path a folder with a Chart.yaml, or a .tgz from {@code helm package}
   * @throws InvalidChartException with all problems, if there is one
   * @throws ManagerException if the copy cannot be written, or the engine does not answer
   */
  public Chart load(Path path) throws InvalidChartException {
    return load(path, path);
  }

  /**
   * Loads a packaged chart.
   *
   * @param name names it in problems
   * @throws InvalidChartException with all problems, if there is one
   * @throws ManagerException if the copy cannot be written, or the engine does not answer
   */
  public Chart load(Path name, byte[] archive) throws InvalidChartException {
    try (var folder = TemporaryFolder.create("package-")) {
      return load(name, Files.write(folder.path().resolve("chart.tgz"), archive));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Chart load(Path name, Path path) throws InvalidChartException {
    try {
      PrivateFolder.make(copies);
    } catch (IOException e) {
      throw new ManagerException(
          "cannot copy %s below %s: %s".formatted(name, copies, e.getMessage()));
    }
    var opened = open(name, path, copies.toAbsolutePath().toString());
    var problems = opened.path("problems");
    if (!problems.isEmpty()) {
      throw new InvalidChartException(
          name, problems.valueStream().map(ChartLoader::problem).toList());
    }
    var digest = opened.path("digest").asText();
    return new Chart(
        copies.resolve(digest),
        opened.path("name").asText(),
        opened.path("version").asText(),
        Optional.ofNullable(opened.get("appVersion")).map(JsonNode::asText),
        digest);
  }

  /**
   * Returns the digest of the files in a folder; empty if one cannot be part of a chart.
   *
   * @throws ManagerException if the engine does not answer
   */
  public static String digestOf(Path folder) {
    return open(folder, folder, "").path("digest").asText();
  }

  private static JsonNode open(Path name, Path path, String copies) {
    try {
      return SharedEngine.call(
          new EngineRequest.Open(path.toAbsolutePath().toString(), copies), LIMIT);
    } catch (EngineFaultException e) {
      throw unanswered(name, e.fault().message());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unanswered(name, "stopped");
    }
  }

  private static ManagerException unanswered(Path name, String why) {
    return new ManagerException("cannot load %s: %s".formatted(name, why));
  }

  private static ChartProblem problem(JsonNode found) {
    return new ChartProblem(
        found.path("file").asText(),
        found.path("line").asInt(),
        found.path("problem").asText(),
        found.path("hint").asText());
  }
}
