package dev.catamaran.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.ReleaseOutcome.Correction;
import dev.catamaran.release.ReleaseOutcome.Correction.How;
import dev.catamaran.telemetry.CurrentPass;
import dev.catamaran.telemetry.PassOutcome;
import dev.catamaran.telemetry.ReleaseMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final OutcomeMeters meters =
      new OutcomeMeters(new ReleaseMeters(registry, new GroupVersionKind("a.b", "v1", "Widget")));

  @Test
  void countsEachCorrectedObject() {
    var corrections = List.of(correction("a", How.PATCHED), correction("b", How.RECREATED));

    meters.note(PassOutcome.SUCCESS, corrections);
    meters.note(PassOutcome.RETRY, List.of(correction("a", How.PATCHED)));

    assertEquals(2, repairs("patched"));
    assertEquals(1, repairs("recreated"));
    assertEquals(0, repairs("adopted"));
  }

  @Test
  void reportsAFailureWithoutAnException() {
    meters.note(PassOutcome.FAILURE, List.of());

    assertEquals(PassOutcome.FAILURE, CurrentPass.outcome());
    CurrentPass.endsIn(PassOutcome.SUCCESS);
  }

  private static Correction correction(String name, How how) {
    return new Correction(new ObjectKey("v1", "ConfigMap", "here", name), how);
  }

  private double repairs(String how) {
    return registry.get("catamaran.drift.repairs").tag("how", how).counter().count();
  }
}
