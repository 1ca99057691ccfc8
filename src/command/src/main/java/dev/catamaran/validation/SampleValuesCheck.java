package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.definition.UnknownValues;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import dev.catamaran.yaml.InvalidYamlException;
import dev.catamaran.yaml.Marked;
import dev.catamaran.yaml.MarkedYaml;
import dev.catamaran.yaml.TextFile;
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
  private static List<Marked> documents(Path file) {
    try {
      return MarkedYaml.documents(TextFile.read(file));
    } catch (InvalidYamlException | IOException e) {
      return List.of();
    }
  }

  /** Returns the line of a value, or of the deepest part of its path that exists. */
  private static int line(Marked document, List<String> path) {
    var here = document;
    int line = document.line();
    for (var step : path) {
      if (!(here instanceof Marked.Mapping mapping) || mapping.entry(step).isEmpty()) {
        return line;
      }
      line = mapping.entry(step).get().line();
      here = mapping.entry(step).get().value();
    }
    return line;
  }

  private static Stream<Finding> of(List<Watch> watches, String file, Marked sample) {
    var object = json(sample);
    return watches.stream()
        .filter(watch -> isOf(watch, object))
        .flatMap(
            watch ->
                watch.source() instanceof HelmChart source
                    ? UnknownValues.of(source, object.path("spec")).stream()
                    : Stream.empty())
        .map(
            unknown ->
                Finding.of(
                    CheckRule.SAMPLE_VALUE,
                    file,
                    line(
                        sample, Stream.concat(Stream.of("spec"), unknown.path().stream()).toList()),
                    "not in the chart's values: " + unknown));
  }

  private static boolean isOf(Watch watch, JsonNode object) {
    var gvk = watch.gvk();
    return gvk.kind().equals(object.path("kind").asText())
        && (gvk.group() + "/" + gvk.version()).equals(object.path("apiVersion").asText());
  }

  /** Its scalars are texts: only which maps and keys there are counts here. */
  private static JsonNode json(Marked marked) {
    var nodes = JsonNodeFactory.instance;
    return switch (marked) {
      case Marked.Mapping mapping -> {
        var object = nodes.objectNode();
        mapping.entries().forEach(entry -> object.set(entry.key(), json(entry.value())));
        yield object;
      }
      case Marked.Sequence list -> {
        var array = nodes.arrayNode();
        list.items().forEach(item -> array.add(json(item)));
        yield array;
      }
      case Marked.Scalar scalar ->
          scalar.isNull() ? nodes.nullNode() : nodes.textNode(scalar.text());
    };
  }
}
