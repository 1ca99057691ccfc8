package dev.catamaran.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.definition.UnknownValues;
import dev.catamaran.watch.Source.HelmChart;
import dev.catamaran.watch.Watch;
import dev.catamaran.yaml.Marked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Values in samples that the chart does not know. */
record SampleValuesCheck() implements Check {
  private static final String FOLDER = "config/samples";

  @Override
  public List<Finding> findings(CheckedProject project) {
    var folder = project.folder().resolve(FOLDER);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files
          .map(Path::getFileName)
          .map(name -> YamlFile.read(project.folder(), FOLDER + "/" + name))
          .filter(file -> !isRefused(project, file.path()))
          .flatMap(file -> file.documents().stream().flatMap(each -> of(project, file, each)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the API server refuses is told already. */
  private static boolean isRefused(CheckedProject project, String file) {
    return project.config().found().stream()
        .anyMatch(
            finding -> finding.rule() == CheckRule.SAMPLE_SCHEMA && finding.file().equals(file));
  }

  private static Stream<Finding> of(CheckedProject project, YamlFile file, YamlDocument sample) {
    var object = json(sample.root());
    return project.watches().stream()
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
                    file.path(),
                    sample.line(Stream.concat(Stream.of("spec"), unknown.path().stream()).toList()),
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
