package dev.catamaran.samples.reversewords;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.samples.reversewords.Readiness.Counted;
import dev.catamaran.samples.reversewords.Readiness.Hindered;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusReportTest {
  private static final Clock NOON = at("2026-01-01T12:00:00Z");
  private static final Clock LATER = at("2026-01-01T12:10:00Z");
  private static final Readiness WAITING = new Counted(false, "0 of 2 pods are ready");
  private static final Readiness READY = new Counted(true, "2 of 2 pods are ready");
  private static final Hindered REFUSED = new Hindered("InvalidSpec", "spec.replicas is -1");

  private final ReverseWordsApp app = Samples.app(2);

  @Test
  void reportsTwoOppositeConditionsInOrder() {
    assertEquals(
        List.of(
            "ReverseWordsDeploymentNotReady=True ReverseWordsDeploymentNotReady",
            "Ready=False Ready"),
        summaries(report(WAITING, List.of(), NOON)));
    assertEquals(
        List.of(
            "ReverseWordsDeploymentNotReady=False ReverseWordsDeploymentNotReady",
            "Ready=True Ready"),
        summaries(report(READY, List.of(), NOON)));
  }

  @Test
  void reportsAHindranceInBothConditions() {
    var status = report(REFUSED, List.of(), NOON);
    assertEquals(
        List.of("ReverseWordsDeploymentNotReady=True InvalidSpec", "Ready=False InvalidSpec"),
        summaries(status));
    status
        .conditions()
        .forEach(condition -> assertEquals("spec.replicas is -1", condition.getMessage()));
  }

  @Test
  void knowsWhatTheStatusShowsAlready() {
    assertFalse(StatusReport.shows(app, REFUSED));
    app.setStatus(report(REFUSED, List.of(), NOON));
    assertTrue(StatusReport.shows(app, REFUSED));
    assertFalse(StatusReport.shows(app, new Hindered("InvalidSpec", "spec.replicas is -2")));
  }

  @Test
  void namesTheReconciledGeneration() {
    var never = StatusReport.of(app, REFUSED, List.of(), Optional.empty(), NOON);
    assertEquals(null, never.observedGeneration());
    app.setStatus(report(READY, List.of("a"), NOON));
    assertEquals(7L, app.getStatus().observedGeneration());
    assertEquals(List.of("a"), StatusReport.pods(app));
  }

  @Test
  void isTheSameLaterWithoutAChange() {
    app.setStatus(report(READY, List.of("a"), NOON));
    assertEquals(app.getStatus(), report(READY, List.of("a"), LATER));
  }

  @Test
  void setsTheTransitionTimeWhenTheStatusChanges() {
    app.setStatus(report(WAITING, List.of(), NOON));
    var still = new Counted(false, "1 of 2 pods are ready");
    assertEquals(
        List.of("2026-01-01T12:00:00Z", "2026-01-01T12:00:00Z"),
        since(report(still, List.of(), LATER)));
    assertEquals(
        List.of("2026-01-01T12:10:00Z", "2026-01-01T12:10:00Z"),
        since(report(READY, List.of(), LATER)));
  }

  @Test
  void isTheSameAfterSerialization() {
    var status = report(READY, List.of("a"), NOON);
    var json = new KubernetesSerialization();
    assertEquals(status, json.unmarshal(json.asJson(status), ReverseWordsAppStatus.class));
  }

  @Test
  void readsAStatusThatAnotherVersionLeftIncomplete() {
    var status = new KubernetesSerialization().unmarshal("{}", ReverseWordsAppStatus.class);
    assertEquals(new ReverseWordsAppStatus(List.of(), List.of(), null), status);
  }

  private ReverseWordsAppStatus report(Readiness readiness, List<String> pods, Clock clock) {
    return StatusReport.of(app, readiness, pods, Optional.of(7L), clock);
  }

  private static List<String> summaries(ReverseWordsAppStatus status) {
    return status.conditions().stream()
        .map(c -> c.getType() + "=" + c.getStatus() + " " + c.getReason())
        .toList();
  }

  private static List<String> since(ReverseWordsAppStatus status) {
    return status.conditions().stream().map(Condition::getLastTransitionTime).toList();
  }

  private static Clock at(String time) {
    return Clock.fixed(Instant.parse(time), ZoneOffset.UTC);
  }
}
