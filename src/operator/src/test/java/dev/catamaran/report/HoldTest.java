package dev.catamaran.report;

import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.primary.Pending;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Revisions;
import dev.catamaran.status.ReleaseStatus;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoldTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Hold HOLD = new Hold("HeldByAnnotation", "who");

  /** Revision 2 is deployed, from this input. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pause: true    | wave  | a.m | b   | HeldByAnnotation: revision 2 is not what the present spec and chart ask for: the annotation catamaran.dev/pause holds the release until somebody removes it (catamaran resume)
          rollback-to: 1 | wave  | a   | b.m | HeldByAnnotation: revision 2 is not what the present spec and chart ask for: the annotation catamaran.dev/rollback-to holds the release until somebody removes it (catamaran rollback --undo)
          pause: true    | wave  | ''  | b   | HeldByAnnotation: nothing is deployed: the annotation catamaran.dev/pause holds the release until somebody removes it (catamaran resume)
          pause: true    | wave  | a   | ''  | HeldByAnnotation: revision 2 is deployed, and none can be made of the present spec and annotations: the annotation catamaran.dev/pause holds the release until somebody removes it (catamaran resume)
          pause: false   | other | a   | b   | OtherThanPlanned: its change is another than in the approved plan: size. Its release stays as it is until that is undone, or until a new plan is approved
          pause: true    | other | a.m | a.n | ''
          pause: false   | other | a   | a   | ''
          pause: false   | wave  | a   | b   | ''
          """)
  void isWhoKeepsTheReleaseFromItsSpec(
      String annotation, String pending, String deployed, String asked, String told) {
    var parts = annotation.split(": ", -1);
    var hold =
        Hold.of(
            new PrimaryAnnotations(Map.of("catamaran.dev/" + parts[0], parts[1])),
            Optional.of(pending.equals("wave") ? Pending.WAVE : Pending.otherThanPlanned("size")),
            deployed.isEmpty() ? Optional.empty() : status(deployed).deployed(),
            asked);
    assertEquals(told, hold.map(found -> found.reason() + ": " + found.message()).orElse(""));
  }

  /** Each pass finds the objects ready first. */
  @Test
  void isTheSameStatusInEachPass() {
    var held = held(status("a"));
    var later =
        held(
            ReleaseStatus.read(held.toJson(), NOW.plusSeconds(60), 1)
                .with(
                    ReleaseStatus.read(held.toJson(), NOW.plusSeconds(60), 1)
                        .conditions()
                        .withTrue("Ready", "AllReady", "all")));
    assertEquals(held.toJson(), later.toJson());
    assertEquals(Optional.of(HOLD), Hold.told(later));
  }

  @Test
  void isNotSaidOfReadyWhereSomethingFailed() {
    var failed = status("a");
    failed = failed.with(failed.conditions().withFalse("Ready", "UpgradeError", "no"));
    assertEquals("UpgradeError", held(failed).conditions().find("Ready").orElseThrow().getReason());
  }

  private static ReleaseStatus held(ReleaseStatus status) {
    return StatusChanges.held(status, HOLD);
  }

  private static ReleaseStatus status(String input) {
    var empty = ReleaseStatus.read(MissingNode.getInstance(), NOW, 1);
    return empty
        .with(empty.conditions().withTrue("Ready", "AllReady", "all"))
        .deploying(Revisions.revision(2, DEPLOYED, Revisions.PRIMARY, input));
  }
}
