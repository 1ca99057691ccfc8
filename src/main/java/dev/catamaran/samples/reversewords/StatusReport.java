package dev.catamaran.samples.reversewords;

import dev.catamaran.kit.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Says in a status what was seen: the same sight gives the same status. */
final class StatusReport {

  private static final String NOT_READY = "ReverseWordsDeploymentNotReady";
  private static final String READY = "Ready";

  private StatusReport() {}

  /**
   * The status to show.
   *
   * @param pods those in service
   * @param observedGeneration the newest that was carried out
   */
  static ReverseWordsAppStatus of(
      ReverseWordsApp app,
      Readiness readiness,
      List<String> pods,
      Optional<Long> observedGeneration,
      Clock clock) {
    var before = shown(app).map(ReverseWordsAppStatus::conditions).orElse(null);
    var conditions = conditions(Conditions.of(before, app, clock), readiness);
    return new ReverseWordsAppStatus(pods, conditions, observedGeneration.orElse(null));
  }

  /** The pods that the status names now. */
  static List<String> pods(ReverseWordsApp app) {
    return shown(app).map(ReverseWordsAppStatus::appPods).orElse(List.of());
  }

  /** Whether the status says so already. */
  static boolean shows(ReverseWordsApp app, Readiness.Hindered why) {
    return shown(app).stream()
        .flatMap(status -> status.conditions().stream())
        .filter(condition -> READY.equals(condition.getType()))
        .anyMatch(condition -> says(condition, why));
  }

  private static boolean says(Condition condition, Readiness.Hindered why) {
    return why.reason().equals(condition.getReason())
        && why.message().equals(condition.getMessage());
  }

  /** The reason is the type, as the original has it, as long as only pods are waited for. */
  private static List<Condition> conditions(Conditions before, Readiness readiness) {
    return switch (readiness) {
      case Readiness.Counted(var ready, var message) ->
          before
              .with(NOT_READY, !ready, NOT_READY, message)
              .with(READY, ready, READY, message)
              .list();
      case Readiness.Hindered(var reason, var message) ->
          before.withTrue(NOT_READY, reason, message).withFalse(READY, reason, message).list();
    };
  }

  private static Optional<ReverseWordsAppStatus> shown(ReverseWordsApp app) {
    return Optional.ofNullable(app.getStatus());
  }
}
