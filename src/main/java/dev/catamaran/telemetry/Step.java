package dev.catamaran.telemetry;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.List;

/**
 * A pass, or a step of one, as its span shows it. Outside of a traced pass all that is said is
 * lost.
 *
 * @param span what shows it
 */
public record Step(Span span) {
  private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("message");
  private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  private static final String STATUS_CODE = "http.response.status_code";

  /** What this thread is at: the innermost step, or the pass itself. */
  public static Step current() {
    return new Step(Span.current());
  }

  /**
   * Says something of it.
   *
   * @param attribute a name of OpenTelemetry's conventions, or one that begins with {@code
   *     catamaran.}
   */
  public Step says(String attribute, String value) {
    span.setAttribute(attribute, value);
    return this;
  }

  /** The same with a number. */
  public Step says(String attribute, long value) {
    span.setAttribute(attribute, value);
    return this;
  }

  /** The same with several texts. */
  public Step says(String attribute, List<String> values) {
    span.setAttribute(AttributeKey.stringArrayKey(attribute), values);
    return this;
  }

  /**
   * Something happened in it.
   *
   * @param message fit for everybody: whoever reads traces need not be allowed to read Secrets
   */
  public void tells(String reason, String message) {
    span.addEvent(reason, Attributes.of(MESSAGE, message));
  }

  /**
   * It failed. Nothing of the failure's text is shown: an API server's or a template's words may
   * hold what is secret.
   *
   * @param kind one word for what failed
   */
  public void fails(String kind) {
    span.setStatus(StatusCode.ERROR).setAttribute(ERROR_TYPE, kind);
  }

  /**
   * It failed with {@code failure}, of which the class is shown, and what code the API gave. What
   * the SDK wraps is what failed.
   */
  public void fails(Throwable failure) {
    if (failure instanceof OperatorException && failure.getCause() != null) {
      fails(failure.getCause());
      return;
    }
    fails(failure.getClass().getName());
    if (failure instanceof KubernetesClientException refusal && refusal.getCode() > 0) {
      span.setAttribute(STATUS_CODE, refusal.getCode());
    }
  }
}
