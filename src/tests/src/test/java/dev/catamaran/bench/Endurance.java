package dev.catamaran.bench;

import dev.catamaran.fixture.TestChart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Releases that come and go in waves, by one process of one contender. */
record Endurance(Contender contender, List<Sample> samples) {
  /** How many releases exist at a time. */
  private static final int WAVE = 100;

  private static final int WAVES_BETWEEN_LINES = 10;

  private static final Settings SETTINGS =
      new Settings(
          List.of(WAVE),
          List.of(),
          List.of(),
          List.of(),
          1,
          Duration.ofMinutes(1),
          0,
          Path.of("target/bench"));

  /**
   * The process after a wave.
   *
   * @param releases how many were installed and uninstalled until then
   * @param megabytes its resident memory
   * @param cpuMillis its CPU for each release of the wave, installed and uninstalled
   */
  record Sample(int releases, long megabytes, double cpuMillis) {}

  /**
   * Lets a contender install and uninstall so many releases of a chart with one small object: the
   * memory for a release matters, not the work of the cluster.
   *
   * @throws PhaseFailure if a wave does not end in time
   */
  static Endurance of(Contender contender, int releases) {
    var chart = TestChart.named("endurance").configMap("a", "key", "value").path();
    var samples = new ArrayList<Sample>();
    try (var trial = new Trial(new Slot(1, WAVE, contender), SETTINGS, chart)) {
      trial.start();
      for (int done = 0; done < releases; done += WAVE) {
        samples.add(wave(trial, done));
        if (samples.size() % WAVES_BETWEEN_LINES == 0) {
          Progress.line("%-13s %s".formatted(contender.title(), samples.getLast()));
        }
      }
    }
    return new Endurance(contender, List.copyOf(samples));
  }

  private static Sample wave(Trial trial, int done) {
    var process = trial.figures().orElseThrow();
    var before = process.cpu();
    var names = IntStream.range(done, done + WAVE).mapToObj("release%06d"::formatted).toList();
    var installed = trial.observer().expect("installed", names, Work.installed(trial));
    trial.install(names);
    trial.await(installed);
    var gone = trial.observer().expect("deleted", names, Seen::isGone);
    trial.delete(names);
    trial.await(gone);
    double millis = process.cpu().minus(before).toMillis();
    return new Sample(done + WAVE, process.residentMegabytes(), millis / WAVE);
  }
}
