package dev.catamaran.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.report.Consequence.FailureEffect;
import dev.catamaran.report.Consequence.Notice;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.telemetry.PassOutcome;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DemandsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final ReleaseStatus EMPTY = ReleaseStatus.read(MissingNode.getInstance(), NOW, 1);

  @Test
  void namesTheIgnoredAnnotations() {
    var annotations =
        new PrimaryAnnotations(
                Map.of(
                    "catamaran.dev/pause", "true",
                    "helm.sdk.operatorframework.io/upgrade-force", "1"))
            .without(new DeniedAnnotations(Set.of("pause", "upgrade-force", "rollback-to")));
    var told = after(EMPTY, annotations);

    assertEquals(
        "AnnotationsDenied: no effect: catamaran.dev/pause,"
            + " helm.sdk.operatorframework.io/upgrade-force. Remove this, or an administrator can"
            + " take pause, upgrade-force out of denyAnnotations for this kind in watches.yaml",
        written(told.status(), "AnnotationsIgnored"));
    assertEquals(
        List.of(new Notice.OnChange("AnnotationsIgnored", "AnnotationsDenied")), told.notices());
    var removed = after(told.status(), new PrimaryAnnotations(Map.of())).status();
    assertEquals("", written(removed, "AnnotationsIgnored"));
  }

  private static Consequence after(ReleaseStatus before, PrimaryAnnotations annotations) {
    var follows =
        Consequence.row(before, PassOutcome.SUCCESS, FailureEffect.KEEP, NextPass.AFTER_THE_PERIOD);
    return Demands.tell(follows, annotations, Optional.empty(), Optional.empty());
  }

  private static String written(ReleaseStatus status, String type) {
    return status
        .conditions()
        .find(type)
        .map(condition -> condition.getReason() + ": " + condition.getMessage())
        .orElse("");
  }
}
