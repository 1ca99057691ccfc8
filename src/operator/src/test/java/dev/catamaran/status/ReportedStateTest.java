package dev.catamaran.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportedStateTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "                                                | PENDING",
        "Initialized=True                                | PENDING",
        "Deployed=True Ready=True                        | DEPLOYED",
        "Deployed=True Ready=False                       | PROGRESSING",
        "Deployed=True Ready=True Drifted=True           | DRIFTED",
        "Deployed=True Ready=True Drifted=True:Contested | CONTESTED",
        "Deployed=True Ready=False ReleaseFailed=True    | FAILED",
        "Deployed=True Irreconcilable=True Drifted=True  | FAILED",
        "Deployed=True ReleaseFailed=True Stalled=True   | STALLED",
        "Deployed=True Stalled=True Paused=True          | PAUSED",
        "Deployed=True Ready=False SpecNotFollowed=True  | HELD",
        "SpecNotFollowed=True Paused=True                | PAUSED",
        "SpecNotFollowed=True ReleaseFailed=True         | FAILED",
        "Deployed=False:Uninstalling                     | TERMINATING",
        "Deployed=False:UninstallSuccessful Ready=False  | TERMINATING",
        "Deployed=False:FailureRemoved                   | PENDING",
      })
  void namesTheMostImportantState(String conditions, ReportedState expected) {
    assertEquals(expected, ReportedState.of(status(conditions == null ? "" : conditions), false));
  }

  @Test
  void reportsADeletedPrimaryAsUninstalling() {
    assertEquals(ReportedState.TERMINATING, ReportedState.of(status("Stalled=True"), true));
  }

  /** From conditions such as {@code Ready=True} or {@code Drifted=True:Contested}. */
  private static ReleaseStatus status(String conditions) {
    var json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray("conditions");
    for (var condition : conditions.strip().split("\\s+", -1)) {
      if (!condition.isEmpty()) {
        var parts = (condition + ":Reason").split("[=:]", -1);
        list.addObject().put("type", parts[0]).put("status", parts[1]).put("reason", parts[2]);
      }
    }
    return ReleaseStatus.read(json, Instant.EPOCH, 1);
  }
}
