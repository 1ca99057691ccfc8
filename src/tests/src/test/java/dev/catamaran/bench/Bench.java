package dev.catamaran.bench;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.fixture.TestChart;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A run: all trials, one after the other. Writes the results after each. */
final class Bench {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Settings settings;
  private final Machine machine = Machine.here();
  private final List<Measurement> measurements = new ArrayList<>();

  Bench(Settings settings) {
    this.settings = settings;
  }

  /** Runs all trials. */
  Results run() throws IOException {
    settings.contenders().forEach(Contender::prepare);
    var slots = settings.slots();
    for (int i = 0; i < slots.size(); i++) {
      Progress.line("trial %d of %d: %s".formatted(i + 1, slots.size(), slots.get(i)));
      measure(slots.get(i));
      write();
    }
    return results();
  }

  /** The results until now. */
  private Results results() {
    return new Results(machine, List.copyOf(measurements));
  }

  private void measure(Slot slot) {
    try (var trial = new Trial(slot, settings, TestChart.memcached())) {
      for (var phase : settings.phases()) {
        if (phase.suits(slot.contender())) {
          var measured = measure(slot, trial, phase);
          measurements.add(measured);
          Progress.line(line(phase, measured));
          if (measured.failure() != null && phase.isRequired()) {
            return;
          }
        }
      }
    }
  }

  /** No failure of a contender ends the run, whatever it is. */
  private static Measurement measure(Slot slot, Trial trial, Phase phase) {
    try {
      return measurement(slot, phase, phase.run(trial), null);
    } catch (RuntimeException | AssertionError e) {
      return measurement(
          slot, phase, null, e instanceof PhaseFailure ? e.getMessage() : e.toString());
    }
  }

  private static Measurement measurement(
      Slot slot, Phase phase, Measurement.@Nullable Outcome outcome, @Nullable String failure) {
    return new Measurement(
        slot.contender().title(), slot.size(), slot.round(), phase.name(), outcome, failure);
  }

  private static String line(Phase phase, Measurement measured) {
    var figures =
        measured
            .succeeded()
            .map(
                outcome ->
                    phase.columns().stream()
                        .filter(column -> column.figure().apply(outcome).isPresent())
                        .map(
                            column ->
                                MarkdownTable.number(
                                        column.figure().apply(outcome), column.decimals())
                                    + " "
                                    + column.title())
                        .collect(Collectors.joining(", ")))
            .orElse("failed: " + measured.failure());
    return "  %-13s %s".formatted(phase.name(), figures);
  }

  private void write() throws IOException {
    var folder = Files.createDirectories(settings.output());
    JSON.writeValue(folder.resolve("results.json").toFile(), results());
    Files.writeString(folder.resolve("report.md"), new Report(results()).toString());
  }
}
