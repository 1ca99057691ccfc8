package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.definition.UnknownValues;
import dev.catamaran.watch.Watch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Values in samples that the chart does not know. */
final class SampleValuesCheck {
  private static final String FOLDER = "config/samples";

  private SampleValuesCheck() {}

  /**
   * Checks the samples.
   *
   * @param refused what the API server says of the project already
   */
  static List<Finding> of(Path project, List<Watch> watches, List<Finding> refused) {
    var folder = project.resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files
          .map(file -> FOLDER + "/" + file.getFileName())
          .filter(file -> !isRefused(refused, file))
          .flatMap(
              file ->
                  documents(project.resolve(file)).stream()
                      .flatMap(sample -> of(watches, file, sample)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isRefused(List<Finding> refused, String file) {
    return refused.stream()
        .anyMatch(
            finding -> finding.rule() == CheckRule.SAMPLE_SCHEMA && finding.file().equals(file));
  }

  /** None of a file that is not YAML, which another check says. */
  private static List<JsonNode> documents(Path file) {
    try (var documents =
        new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
      return documents.readAll();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static Stream<Finding> of(List<Watch> watches, String file, JsonNode sample) {
    return watches.stream()
        .filter(watch -> isOf(watch, sample))
        .flatMap(watch -> watch.chart().stream())
        .flatMap(chart -> UnknownValues.of(chart, sample.path("spec")).stream())
        .map(
            unknown ->
                Finding.of(
                    CheckRule.SAMPLE_VALUE, file, 0, "not in the chart's values: " + unknown));
  }

  private static boolean isOf(Watch watch, JsonNode object) {
    var gvk = watch.gvk();
    return gvk.kind().equals(object.path("kind").asText())
        && (gvk.group() + "/" + gvk.version()).equals(object.path("apiVersion").asText());
  }
}
