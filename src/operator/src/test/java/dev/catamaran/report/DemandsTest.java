package dev.catamaran.report;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revisions;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.watch.DeniedAnnotations;
import dev.catamaran.watch.Gate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemandsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final ReleaseStatus EMPTY = ReleaseStatus.read(MissingNode.getInstance(), NOW, 1);
  private static final Demands DEMANDS = new Demands(List.of("color", "size"), "new0");
  private static final Demands NO_OVERRIDES = new Demands(List.of(), "");

  /**
   * The marks of the overrides follow the point in an input. {@code HELD} and {@code READY}: the
   * message says that an annotation holds the revision, or refers to the condition Ready.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          paused  | a.old0 | pause: true    | b.new0     | HELD pause: revision 2 was made with other overrideValues; watches.yaml has color, size
          kept    | a.old0 | rollback-to: 1 | revision 1 | HELD rollback-to: revision 2 was made with other overrideValues; watches.yaml has color, size
          blocked | a.old0 | none           | b.new0     | HELD depends-on: revision 2 was made with other overrideValues; watches.yaml has color, size
          paused  | a      | pause: true    | b.new0     | HELD pause: revision 2 does not say with which overrideValues it was made; watches.yaml has color, size
          refused | a.old0 | none           | ''         | READY: revision 2 was made with other overrideValues; watches.yaml has color, size
          stalled | a.old0 | none           | b.new0     | READY: revision 2 was made with other overrideValues; watches.yaml has color, size
          held    | a.old0 | none           | b.new0     | READY: revision 2 was made with other overrideValues; watches.yaml has color, size
          paused  | a.new0 | pause: true    | b.new0     | ''
          paused  | b      | pause: true    | b.new0     | ''
          failed  | a.old0 | none           | b.new0     | ''
          """)
  void tellsWhyOverridesAreNotInUse(
      String outcome, String deployed, String annotation, String input, String told) {
    var conditions = after(DEMANDS, outcome(outcome), deployed(deployed), annotation, input);
    assertEquals(told, overrides(conditions.status()));
  }

  @Test
  void tellsThatRemovedOverridesAreStillInUse() {
    var paused = new ReleaseOutcome.Paused();
    assertEquals(
        "HELD pause: revision 2 was made with other overrideValues; watches.yaml has none now",
        overrides(after(NO_OVERRIDES, paused, deployed("a.old0"), "pause: true", "b").status()));
    assertEquals(
        "", overrides(after(NO_OVERRIDES, paused, deployed("a"), "pause: true", "b").status()));
    assertEquals("", overrides(after(DEMANDS, paused, EMPTY, "pause: true", "b.new0").status()));
  }

  /** A rollback follows at once, or the upgrade itself. */
  @Test
  void tellsItUntilTheOverridesAreInUse() {
    var told = after(DEMANDS, outcome("stalled"), deployed("a.old0"), "none", "b.new0").status();
    var failed = after(DEMANDS, outcome("failed"), told, "none", "b.new0").status();
    assertEquals(overrides(told), overrides(failed));
    var made = Revisions.revision(3, DEPLOYED, Revisions.PRIMARY, "b.new0");
    var upgraded =
        after(DEMANDS, new ReleaseOutcome.Upgraded(made), failed, "none", "b.new0").status();
    assertEquals("", overrides(upgraded));
  }

  @Test
  void namesTheIgnoredAnnotations() {
    var annotations =
        new PrimaryAnnotations(
                Map.of(
                    "catamaran.dev/pause", "true",
                    "helm.sdk.operatorframework.io/upgrade-force", "1"))
            .without(new DeniedAnnotations(Set.of("pause", "upgrade-force", "rollback-to")));
    var told = after(NO_OVERRIDES, outcome("held"), EMPTY, annotations, "a");

    assertEquals(
        "AnnotationsDenied: no effect: catamaran.dev/pause, helm.sdk.operatorframework.io/upgrade-force. Remove this, or an administrator can take pause, upgrade-force out of denyAnnotations for this kind in watches.yaml",
        written(told.status(), "AnnotationsIgnored"));
    assertEquals(
        List.of(new Notice.OnChange("AnnotationsIgnored", "AnnotationsDenied")), told.notices());
    var removed = after(NO_OVERRIDES, outcome("held"), told.status(), "none", "a").status();
    assertEquals("", written(removed, "AnnotationsIgnored"));
  }

  private static ReleaseOutcome outcome(String name) {
    return switch (name) {
      case "paused" -> new ReleaseOutcome.Paused();
      case "kept" -> new ReleaseOutcome.Kept(revision("a.old0"));
      case "blocked" -> new ReleaseOutcome.Blocked(List.of("x is not ready"));
      case "refused" -> new ReleaseOutcome.Refused("InvalidSpec", "no");
      case "stalled" -> new ReleaseOutcome.Stalled(11);
      case "held" -> new ReleaseOutcome.Held(NOW.plusSeconds(9));
      case "failed" -> new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no");
      default -> throw new AssertionError(name);
    };
  }

  private static Revision revision(String input) {
    return Revisions.revision(2, DEPLOYED, Revisions.PRIMARY, input);
  }

  private static ReleaseStatus deployed(String input) {
    return EMPTY.deploying(revision(input));
  }

  private static Consequence after(
      Demands demands,
      ReleaseOutcome outcome,
      ReleaseStatus before,
      String annotation,
      String input) {
    var parts = annotation.split(": ", -1);
    var annotations =
        parts.length == 1
            ? Map.<String, String>of()
            : Map.of("catamaran.dev/" + parts[0], parts[1]);
    return after(demands, outcome, before, new PrimaryAnnotations(annotations), input);
  }

  private static Consequence after(
      Demands demands,
      ReleaseOutcome outcome,
      ReleaseStatus before,
      PrimaryAnnotations annotations,
      String input) {
    var gate = new Gate(false, false, Duration.ofMinutes(5));
    var consequences =
        new Consequences(new ReadinessGate(gate, r -> List.of(), r -> List.of()), List.of());
    return demands.tell(
        consequences.of(outcome, before, annotations), annotations, input, Optional.empty());
  }

  private static String overrides(ReleaseStatus status) {
    return written(status, "OverridesNotInUse")
        .replaceFirst(
            "HeldByAnnotation: (.*)[.] The annotation catamaran.dev/([a-z-]+) holds it[.] Remove it, or an administrator can deny it for this kind by denyAnnotations",
            "HELD $2: $1")
        .replaceFirst("NotDeployed: (.*)[.] The condition Ready says why", "READY: $1");
  }

  private static String written(ReleaseStatus status, String type) {
    return status
        .conditions()
        .find(type)
        .map(condition -> condition.getReason() + ": " + condition.getMessage())
        .orElse("");
  }
}
