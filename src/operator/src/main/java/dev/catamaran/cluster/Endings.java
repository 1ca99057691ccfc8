package dev.catamaran.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.kit.Readiness;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.manifest.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Objects that end by design, and that cleaners delete after that. Pure. */
final class Endings {
  /** The times at which custom resources say that their work is over. */
  private static final List<String> TIMES_OF_END =
      List.of(
          "completionTime",
          "completionTimestamp",
          "completedAt",
          "finishedAt",
          "terminationTime",
          "endTime");

  private static final Set<String> LAST_PHASES =
      Set.of("Succeeded", "Completed", "Complete", "Failed", "Error");

  private static final Set<String> LAST_CONDITIONS =
      Set.of("Complete", "Completed", "Succeeded", "Finished", "Failed");

  /** An eviction gives another reason: its pod has not done its work. */
  private static final Set<String> REASONS_OF_ITS_OWN = Set.of("", "DeadlineExceeded");

  private Endings() {}

  static boolean mayEnd(ObjectKey key) {
    return !ApiResources.isBuiltIn(key.apiVersion())
        || switch (key.kind()) {
          case "Job", "Pod", "CertificateSigningRequest" -> true;
          default -> false;
        };
  }

  static boolean isOver(JsonNode object) {
    var apiVersion = object.path("apiVersion").asText();
    return switch (apiVersion + "/" + object.path("kind").asText()) {
      case "batch/v1/Job" -> isTrue(object, "Complete") || isTrue(object, "Failed");
      case "v1/Pod" -> isOverPod(object);
      case "certificates.k8s.io/v1/CertificateSigningRequest" ->
          object.path("status").hasNonNull("certificate")
              || isTrue(object, "Denied")
              || isTrue(object, "Failed");
      default -> !ApiResources.isBuiltIn(apiVersion) && isOverCustom(object);
    };
  }

  private static boolean isTrue(JsonNode object, String condition) {
    return Readiness.condition(object, condition).filter(Readiness::isTrue).isPresent();
  }

  private static boolean isOverPod(JsonNode pod) {
    var status = pod.path("status");
    return switch (status.path("phase").asText()) {
      case "Succeeded" -> true;
      case "Failed" ->
          !pod.path("spec").path("restartPolicy").asText("Always").equals("Always")
              && REASONS_OF_ITS_OWN.contains(status.path("reason").asText(""));
      default -> false;
    };
  }

  /**
   * A phase alone may be passing: {@code Succeeded} is the normal state of some kinds. So the
   * object must also report a time of its end, or have a time to live.
   */
  private static boolean isOverCustom(JsonNode object) {
    var status = object.path("status");
    return TIMES_OF_END.stream().anyMatch(field -> !status.path(field).asText("").isEmpty())
        || (declaresLifetime(object)
            && (LAST_PHASES.contains(status.path("phase").asText())
                || LAST_CONDITIONS.stream().anyMatch(condition -> isTrue(object, condition))));
  }

  /** Whether it asks for its deletion some time after its end. */
  static boolean declaresLifetime(JsonNode object) {
    return object.path("spec").properties().stream()
        .filter(field -> !field.getValue().isNull())
        .map(Map.Entry::getKey)
        .anyMatch(name -> name.startsWith("ttlSecondsAfter") || name.equals("ttlStrategy"));
  }

  /** Whether Kubernetes deletes the object at some time, whatever became of it. */
  static boolean isShortLived(ManifestObject object, Instant now) {
    return switch (object.key().apiVersion() + "/" + object.key().kind()) {
      case "v1/Event", "events.k8s.io/v1/Event" -> true;
      case "v1/Secret" -> isExpiredToken(object.content(), now);
      default -> false;
    };
  }

  /** Kubernetes deletes a bootstrap token after its time (Kubernetes, tokencleaner). */
  private static boolean isExpiredToken(JsonNode secret, Instant now) {
    if (!secret.path("type").asText().equals("bootstrap.kubernetes.io/token")) {
      return false;
    }
    var plain = secret.path("stringData").path("expiration").asText("");
    var encoded = secret.path("data").path("expiration").asText("");
    try {
      var time =
          plain.isEmpty()
              ? new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8)
              : plain;
      return Instant.parse(time).isBefore(now);
    } catch (IllegalArgumentException | DateTimeParseException e) {
      return false;
    }
  }
}
