package dev.catamaran.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.preview.FleetReport;
import dev.catamaran.preview.Plan;
import dev.catamaran.project.UpdateFinding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpdateSarifTest {
  private static final Path PROJECT = Path.of("project");

  @Test
  void saysOnceWhatIsNotKnownOfSeveralKinds() {
    var kinds = List.of(kind("Web"), kind("Cache"));
    var report = new FleetReport("2026-01-01T00:00:00Z", kinds, List.of("one is not known"));

    assertEquals(
        List.of(
            new UpdateFinding(
                UpdateFinding.Kind.PRIMARY_UNKNOWN, "watches.yaml", "one is not known")),
        UpdateSarif.findings(report, PROJECT));
  }

  private static FleetReport.OfKind kind(String name) {
    return new FleetReport.OfKind(
        name,
        PROJECT.resolve("helm-charts").resolve(name),
        new Plan(List.of(), 0, 0, 0, List.of(), Map.of()),
        0);
  }
}
