package dev.catamaran.project;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.Chart;
import dev.catamaran.definition.DefinedKind;
import dev.catamaran.rights.ChartRights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Digests of all that a recording follows from. A missing input would leave rights as they were
 * when they must change, so take in whole what has parts:
 *
 * <ul>
 *   <li><b>the tool</b> ({@link RecordingTool}): the code in Java, the engine with Helm in it, the
 *       kinds and the version of Kubernetes that templates see, and the kinds whose scope is known
 *   <li><b>the chart</b>: path and content of each file in its folder. So also its default values,
 *       its schema, the values of ci/, subcharts as folders and as packages, crds/, and what only
 *       .helmignore excludes; a link counts as what it leads to
 *   <li><b>the use of the chart</b>: {@link ChartRights.Options}, with the content of each values
 *       file
 *   <li><b>the names of the kind</b>, for its CRD: {@link DefinedKind}
 * </ul>
 *
 * <p>No input are the place of the chart on the disk, and the clock and the random numbers that
 * templates may ask for: a second recording answers them otherwise, too.
 *
 * @param tool identity of the program; empty if unknown, and then all digests are
 */
record RecordingInputs(Optional<String> tool) {
  private static final JsonMapper JSON = new JsonMapper();

  private record OfRights(
      String tool, String chart, ChartRights.Options options, List<String> valuesFiles) {}

  private record OfDefinition(String tool, String chart, DefinedKind kind) {}

  /** Returns the digest for the rights for a chart; empty if a file cannot be read. */
  Optional<String> ofRights(RecordedChart chart) {
    return of(
        chart.folder(),
        (program, files) -> {
          var values = new ArrayList<String>();
          for (var file : chart.options().valuesFiles()) {
            values.add(sha256(file));
          }
          return new OfRights(program, files, chart.options(), values);
        });
  }

  /** Returns the digest for the CRD of a kind; empty if a file of the chart cannot be read. */
  Optional<String> ofDefinition(DefinedKind kind, Path chart) {
    return of(chart, (program, files) -> new OfDefinition(program, files, kind));
  }

  private interface Inputs {
    Record of(String tool, String chart) throws IOException;
  }

  private Optional<String> of(Path chart, Inputs inputs) {
    try {
      var files = digest(chart);
      return tool.isEmpty() || files.isEmpty()
          ? Optional.empty()
          : Optional.of(
              DigestUtils.sha256Hex(JSON.writeValueAsBytes(inputs.of(tool.get(), files.get()))));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> digest(Path chart) throws IOException {
    return Files.isDirectory(chart)
        ? Chart.digestOf(chart)
        : Optional.of("package " + sha256(chart));
  }

  private static String sha256(Path file) throws IOException {
    return DigestUtils.sha256Hex(Files.readAllBytes(file));
  }
}
