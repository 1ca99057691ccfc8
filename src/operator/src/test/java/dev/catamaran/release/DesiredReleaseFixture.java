package dev.catamaran.release;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Creates the release that {@link Revisions#PRIMARY} asks for. */
public final class DesiredReleaseFixture {
  public static final Duration TIMEOUT = Duration.ofMinutes(5);

  private DesiredReleaseFixture() {}

  /** With this chart and these values. */
  public static DesiredRelease desired(Chart chart, Values values) {
    return desired(chart, values, EngineOptions.DEFAULT, Optional.empty());
  }

  /** With these marks on the objects. */
  public static DesiredRelease desired(Optional<OwnershipMarks> marks) {
    return desired(chart(Path.of("chart"), "digest"), Values.empty(), EngineOptions.DEFAULT, marks);
  }

  /** With this chart and this treatment of its definitions. */
  public static DesiredRelease desired(Chart chart, CrdPolicy crds) {
    return desired(
        chart,
        Values.empty(),
        new EngineOptions(EngineOptions.Step.DEFAULT, EngineOptions.Step.DEFAULT, crds),
        Optional.empty());
  }

  /** From this input. */
  public static DesiredRelease desired(ReleaseInput input) {
    return desired(input, "", SecretTexts.none());
  }

  /** From this input, for this request, with these secrets in its values. */
  public static DesiredRelease desired(ReleaseInput input, String request, SecretTexts secrets) {
    return new DesiredRelease(
        Revisions.RELEASE,
        Revisions.PRIMARY,
        chart(Path.of("chart"), "digest"),
        Values.empty(),
        Values.empty(),
        input,
        TIMEOUT,
        EngineOptions.DEFAULT,
        request,
        secrets,
        Optional.empty(),
        Optional.empty());
  }

  /** The chart in a folder. */
  public static Chart chart(Path folder, String digest) {
    return new Chart(folder, "memcached", "0.1.0", Optional.empty(), digest);
  }

  private static DesiredRelease desired(
      Chart chart, Values values, EngineOptions options, Optional<OwnershipMarks> marks) {
    return new DesiredRelease(
        Revisions.RELEASE,
        Revisions.PRIMARY,
        chart,
        values,
        values,
        ReleaseInput.ofDigest(Revisions.INPUT),
        TIMEOUT,
        options,
        "",
        SecretTexts.none(),
        marks,
        Optional.empty());
  }
}
