package dev.catamaran.cluster;

import static java.net.HttpURLConnection.HTTP_BAD_REQUEST;
import static java.net.HttpURLConnection.HTTP_CONFLICT;
import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_INTERNAL_ERROR;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.release.EngineFailure;
import dev.catamaran.release.EngineFailure.Kind;
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
      case HTTP_UNAUTHORIZED -> Kind.FORBIDDEN.of(message);
      case HTTP_FORBIDDEN -> forbidden(failure, message);
      case HTTP_CONFLICT -> Kind.IN_THE_WAY.of(message);
      case TOO_MANY_REQUESTS -> Kind.UNREACHABLE.of(message);
      // Without an answer, the client's code is 0 or -1.
      default ->
          code >= HTTP_BAD_REQUEST && code < HTTP_INTERNAL_ERROR
              ? Kind.REJECTED.of(message)
              : Kind.UNREACHABLE.of(message);
    };
  }

  /** Returns what the same means of the engine's requests for objects. */
  static EngineFailure of(EngineFault fault) {
    return (switch (fault.reason()) {
          case UNAUTHORIZED, NO_RIGHT -> Kind.FORBIDDEN;
          case FORBIDDEN, DENIED, FOREIGN_OBJECT, MISSING, NOT_SERVED -> Kind.IN_THE_WAY;
          case NAMESPACE_MISSING -> Kind.NAMESPACE_MISSING;
          case NAMESPACE_TERMINATING -> Kind.NAMESPACE_TERMINATING;
          case UNREACHABLE, UNAVAILABLE -> Kind.UNREACHABLE;
          case REFUSED, INVALID, IMMUTABLE, TOO_LARGE, OTHER -> Kind.REJECTED;
          default -> Kind.UNFINISHED;
        })
        .of(fault.message());
  }

  /** The answer of an admission webhook names no object (apiserver, webhook/errors). */
  private static EngineFailure forbidden(KubernetesClientException failure, String message) {
    var details = Optional.ofNullable(failure.getStatus()).map(Status::getDetails);
    if (details.filter(ApiFailures::isTerminating).isPresent()) {
      return Kind.NAMESPACE_TERMINATING.of(message);
    }
    return details.isPresent() && RIGHTS.matcher(message).find()
        ? Kind.FORBIDDEN.of(message)
        : Kind.IN_THE_WAY.of(message);
  }

  private static boolean isTerminating(StatusDetails details) {
    return details.getCauses().stream().anyMatch(cause -> TERMINATING.equals(cause.getReason()));
  }
}
