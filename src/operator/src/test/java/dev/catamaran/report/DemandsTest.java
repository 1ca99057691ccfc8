package dev.catamaran.report;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.observe.ReadinessGate;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.Revisions;
import dev.catamaran.status.ReleaseStatus;
import dev.catamaran.watch.DeniedAnnotations;
import dev.catamaran.watch.Gate;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DemandsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final ReleaseStatus EMPTY = ReleaseStatus.read(MissingNode.getInstance(), NOW, 1);
  private static final PrimaryAnnotations NONE = new PrimaryAnnotations(Map.of());
  private static final PrimaryAnnotations PAUSED =
      new PrimaryAnnotations(Map.of("catamaran.dev/pause", "true"));
  private static final Demands DEMANDS = new Demands(List.of("color", "size"), "new0");
  private static final String OTHERS =
      "revision 2 was made with other overrideValues; watches.yaml has color, size. ";
  private static final String DENIABLE =
      "holds it. Remove it, or an administrator can deny it for this kind by denyAnnotations";

  private static ReleaseStatus deployed(String input) {
    return EMPTY.deploying(Revisions.revision(2, DEPLOYED, Revisions.PRIMARY, input));
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

  /** Returns reason and message of the condition. */
  private static String overrides(
      ReleaseOutcome outcome, String deployed, PrimaryAnnotations annotations, String input) {
    return overrides(after(DEMANDS, outcome, deployed(deployed), annotations, input).status());
  }

  private static String overrides(ReleaseStatus status) {
    return status
        .conditions()
        .find("OverridesNotInUse")
        .map(found -> found.getReason() + ": " + found.getMessage())
        .orElse("");
  }

  @Test
  void tellsWhichAnnotationKeepsOldOverrides() {
    assertEquals(
        "HeldByAnnotation: " + OTHERS + "The annotation catamaran.dev/pause " + DENIABLE,
        overrides(new ReleaseOutcome.Paused(), "a.old0", PAUSED, "b.new0"));
    assertEquals(
        "HeldByAnnotation: " + OTHERS + "The annotation catamaran.dev/rollback-to " + DENIABLE,
        overrides(
            new ReleaseOutcome.Kept(Revisions.revision(2, DEPLOYED, Revisions.PRIMARY, "a.old0")),
            "a.old0",
            new PrimaryAnnotations(Map.of("catamaran.dev/rollback-to", "1")),
            "revision 1"));
    assertEquals(
        "HeldByAnnotation: " + OTHERS + "The annotation catamaran.dev/depends-on " + DENIABLE,
        overrides(new ReleaseOutcome.Blocked(List.of("x is not ready")), "a.old0", NONE, "b.new0"));
  }

  @Test
  void tellsThatOverridesAreNotDeployedForAnotherReason() {
    var seeReady = "NotDeployed: " + OTHERS + "The condition Ready says why";
    assertEquals(
        seeReady, overrides(new ReleaseOutcome.Refused("InvalidSpec", "no"), "a.old0", NONE, ""));
    assertEquals(seeReady, overrides(new ReleaseOutcome.Stalled(11), "a.old0", NONE, "b.new0"));
    assertEquals(
        seeReady, overrides(new ReleaseOutcome.Held(NOW.plusSeconds(9)), "a.old0", NONE, "b.new0"));
  }

  @Test
  void tellsThatRemovedOverridesAreStillInUse() {
    var without = new Demands(List.of(), "");
    assertEquals(
        "HeldByAnnotation: revision 2 was made with other overrideValues; watches.yaml has none now. The annotation catamaran.dev/pause "
            + DENIABLE,
        overrides(
            after(without, new ReleaseOutcome.Paused(), deployed("a.old0"), PAUSED, "b").status()));
    assertEquals(
        "",
        overrides(
            after(without, new ReleaseOutcome.Paused(), deployed("a"), PAUSED, "b").status()));
  }

  @Test
  void admitsThatEarlierVersionsNotedNoOverrides() {
    assertEquals(
        "HeldByAnnotation: revision 2 does not say with which overrideValues it was made; watches.yaml has color, size. The annotation catamaran.dev/pause "
            + DENIABLE,
        overrides(new ReleaseOutcome.Paused(), "a", PAUSED, "b.new0"));
  }

  @Test
  void tellsNothingIfTheOverridesAreInUse() {
    assertEquals("", overrides(new ReleaseOutcome.Paused(), "a.new0", PAUSED, "b.new0"));
    assertEquals("", overrides(new ReleaseOutcome.Paused(), "b", PAUSED, "b.new0"), "same input");
    assertEquals(
        "",
        overrides(after(DEMANDS, new ReleaseOutcome.Paused(), EMPTY, PAUSED, "b.new0").status()),
        "nothing is deployed");
  }

  /** A rollback follows at once, or the upgrade itself. */
  @Test
  void waitsForTheNextStep() {
    var failed = new ReleaseOutcome.Failed(FailedStep.UPGRADE, "no");
    assertEquals("", overrides(failed, "a.old0", NONE, "b.new0"));
    var told = after(DEMANDS, new ReleaseOutcome.Stalled(11), deployed("a.old0"), NONE, "b.new0");
    assertEquals(
        overrides(told.status()),
        overrides(after(DEMANDS, failed, told.status(), NONE, "b.new0").status()));
  }

  @Test
  void endsWhenTheOverridesAreInUse() {
    var told = after(DEMANDS, new ReleaseOutcome.Paused(), deployed("a.old0"), PAUSED, "b.new0");
    var made = Revisions.revision(3, DEPLOYED, Revisions.PRIMARY, "b.new0");

    var upgraded = after(DEMANDS, new ReleaseOutcome.Upgraded(made), told.status(), NONE, "b.new0");

    assertEquals("", overrides(upgraded.status()));
  }

  @Test
  void namesTheIgnoredAnnotations() {
    var denied = new DeniedAnnotations(Set.of("pause", "upgrade-force", "rollback-to"));
    var demands = new Demands(List.of(), "");
    var annotations =
        new PrimaryAnnotations(
                Map.of(
                    "catamaran.dev/pause", "true",
                    "helm.sdk.operatorframework.io/upgrade-force", "1"))
            .without(denied);

    var told = after(demands, new ReleaseOutcome.Held(NOW.plusSeconds(9)), EMPTY, annotations, "a");

    assertEquals(
        "AnnotationsDenied: no effect: catamaran.dev/pause, helm.sdk.operatorframework.io/upgrade-force. Remove this, or an administrator can take pause, upgrade-force out of denyAnnotations for this kind in watches.yaml",
        told.status().conditions().find("AnnotationsIgnored").map(DemandsTest::written).orElse(""));
    assertEquals(
        List.of(new Notice.OnChange("AnnotationsIgnored", "AnnotationsDenied")), told.notices());
    assertEquals(
        true,
        after(demands, new ReleaseOutcome.Held(NOW), told.status(), NONE, "a")
            .status()
            .conditions()
            .find("AnnotationsIgnored")
            .isEmpty());
  }

  private static String written(Condition condition) {
    return condition.getReason() + ": " + condition.getMessage();
  }
}
