package dev.catamaran.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.telemetry.PassOutcome;
import dev.catamaran.telemetry.ReleaseMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeMetersTest {
  @Test
  void countsEachCorrectedObject() {
    var registry = new SimpleMeterRegistry();
    var kind = new GroupVersionKind("a.b", "v1", "Widget");
    var meters = new OutcomeMeters(new ReleaseMeters(registry, kind));
    var key = new ObjectKey("v1", "ConfigMap", "here", "a");

    meters.note(
        PassOutcome.FAILURE,
        List.of(new Correction(key, How.PATCHED), new Correction(key, How.RECREATED)));
    meters.note(PassOutcome.SUCCESS, List.of(new Correction(key, How.PATCHED)));

    for (var repairs : Map.of("patched", 2.0, "recreated", 1.0, "adopted", 0.0).entrySet()) {
      var counter = registry.get("catamaran.drift.repairs").tag("how", repairs.getKey()).counter();
      assertEquals(repairs.getValue(), counter.count());
    }
  }
}
