package dev.catamaran.recorder;

import dev.catamaran.api.ManagerException;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.ChartLoader;
import dev.catamaran.chart.InvalidChartException;
import dev.catamaran.chart.Values;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.EngineOptions.Step;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.temporary.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Records charts, without a cluster. Helm writes temporary files only. */
public final class ChartRecorder implements AutoCloseable {
  /** Of each wait for a hook; the stand-in API server reports its end at once. */
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** A chart shows its missing kinds at one attempt, its hooks' at the next. */
  private static final int MOST_ATTEMPTS = 20;

  private final TemporaryFolder folder;

  private ChartRecorder(TemporaryFolder folder) {
    this.folder = folder;
  }

  /** Loads Helm's native library. The process still ends at SIGINT and SIGTERM. */
  public static ChartRecorder start() {
    HelmLibrary.load();
    return new ChartRecorder(TemporaryFolder.create("catamaran-recorded-"));
  }

  @Override
  public void close() {
    folder.close();
  }

  /**
   * Loads a chart.
   *
   * @param chart a folder with a Chart.yaml, or a .tgz
   * @throws ManagerException with the problems of the chart
   */
  public Chart load(Path chart) {
    try {
      return new ChartLoader(folder.path()).load(chart);
    } catch (InvalidChartException e) {
      throw new ManagerException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Installs, upgrades, tests and uninstalls a release, and returns what Helm requested.
   *
   * @param crds treatment of the definitions in the folder crds
   * @throws ManagerException with Helm's sentence, if Helm refuses chart and values, for example
   *     because a required value is missing
   */
  public Recording record(Chart chart, ReleaseKey release, Values values, CrdPolicy crds) {
    return record(chart, release, values, crds, EnumSet.allOf(Operation.class));
  }

  /**
   * The same for some operations.
   *
   * @param operations with {@code INSTALL}
   * @param crds treatment of the definitions in the folder crds
   * @throws ManagerException with Helm's sentence, if Helm refuses chart and values, for example
   *     because a required value is missing
   */
  public Recording record(
      Chart chart, ReleaseKey release, Values values, CrdPolicy crds, Set<Operation> operations) {
    var desired = desired(chart, release, values, crds);
    var discovery = Discovery.snapshot();
    var missing = new MissingKinds(discovery);
    for (int attempt = 1; ; attempt++) {
      try (var recorded = new RecordedRelease(desired, discovery)) {
        return withNotes(recorded.run(operations), missing);
      } catch (EngineException e) {
        var failure = String.valueOf(e.getMessage());
        if (attempt == MOST_ATTEMPTS || !missing.addFrom(failure)) {
          throw new ManagerException(
              "chart %s cannot be rendered: %s".formatted(chart.name(), failure.strip()));
        }
      }
    }
  }

  private static Recording withNotes(Recording recording, MissingKinds missing) {
    return new Recording(
        recording.chart(),
        recording.namespace(),
        recording.release(),
        recording.manifest(),
        recording.objects(),
        recording.requests(),
        Stream.concat(missing.notes().stream(), recording.notes().stream()).toList());
  }

  private static DesiredRelease desired(
      Chart chart, ReleaseKey release, Values values, CrdPolicy crds) {
    var primary =
        new PrimaryIdentity(
            "catamaran.dev/v1", "Recording", release.namespace(), release.name(), "recorder");
    return new DesiredRelease(
        release,
        primary,
        chart,
        values,
        values,
        ReleaseInput.ofDigest(""),
        TIMEOUT,
        new EngineOptions(Step.DEFAULT, Step.DEFAULT, crds),
        "",
        SecretTexts.none(),
        // The rights for adoption do not follow from Helm's requests.
        Optional.empty());
  }
}
