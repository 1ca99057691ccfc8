package dev.catamaran.cluster;

import static java.net.HttpURLConnection.HTTP_CONFLICT;
import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_INTERNAL_ERROR;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Forbidden;
import dev.catamaran.release.EngineFailure.InTheWay;
import dev.catamaran.release.EngineFailure.NamespaceTerminating;
import dev.catamaran.release.EngineFailure.Rejected;
import dev.catamaran.release.EngineFailure.Unreachable;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the next step needs to know of an own request that failed. Decides by code and causes as the
 * engine does (src/engine/fault). Pure.
 */
public final class ApiFailures {
  /** Kubernetes, core/v1, NamespaceTerminatingCause. */
  private static final String TERMINATING = "NamespaceTerminating";

  private static final int TOO_MANY_REQUESTS = 429;

  /**
   * The only difference between a refusal by RBAC and one by a quota, if the API server is not
   * asked again (apiserver, handlers/responsewriters; registry/rbac/validation).
   */
  private static final Pattern RIGHTS =
      Pattern.compile("User \"[^\"]*\" cannot \\S+ |is attempting to grant RBAC permissions");

  private ApiFailures() {}

  /** Returns the API server's message, without the client's additions for programmers. */
  public static String words(KubernetesClientException failure) {
    return Optional.ofNullable(failure.getStatus())
        .map(Status::getMessage)
        .orElseGet(() -> String.valueOf(failure.getMessage()));
  }

  public static EngineFailure of(KubernetesClientException failure) {
    var message = words(failure);
    int code = failure.getCode();
    return switch (code) {
      case HTTP_UNAUTHORIZED -> new Forbidden(message);
      case HTTP_FORBIDDEN -> forbidden(failure, message);
      case 0, HTTP_CONFLICT, TOO_MANY_REQUESTS -> new Unreachable(message);
      default -> code >= HTTP_INTERNAL_ERROR ? new Unreachable(message) : new Rejected(message);
    };
  }

  /** The answer of an admission webhook names no object (apiserver, webhook/errors). */
  private static EngineFailure forbidden(KubernetesClientException failure, String message) {
    var details = Optional.ofNullable(failure.getStatus()).map(Status::getDetails);
    if (details.filter(ApiFailures::isTerminating).isPresent()) {
      return new NamespaceTerminating(message);
    }
    return details.isPresent() && RIGHTS.matcher(message).find()
        ? new Forbidden(message)
        : new InTheWay(message);
  }

  private static boolean isTerminating(StatusDetails details) {
    return details.getCauses().stream().anyMatch(cause -> TERMINATING.equals(cause.getReason()));
  }
}
