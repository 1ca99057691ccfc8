package dev.catamaran.samples.reversewords;

import dev.catamaran.kit.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Converts an observation to a status: the same observation gives the same status. */
final class StatusReport {

  private static final String NOT_READY = "ReverseWordsDeploymentNotReady";
  private static final String READY = "Ready";

  private StatusReport() {}

  /**
   * Returns the new status.
   *
   * @param pods pods in service
   * @param observedGeneration the newest generation with a successful pass
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

  /** Returns the pods in the current status. */
  static List<String> pods(ReverseWordsApp app) {
    return shown(app).map(ReverseWordsAppStatus::appPods).orElse(List.of());
  }

  /** Returns whether the status already reports this obstacle. */
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

  /**
   * Returns the conditions. While only pods are missing, the reason equals the type, as in the
   * original.
   */
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
