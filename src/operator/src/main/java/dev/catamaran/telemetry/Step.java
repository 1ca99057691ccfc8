package dev.catamaran.telemetry;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.List;

/**
 * A pass, or a step of one, with its span. Outside of a traced pass, all its information is lost.
 *
 * @param span shows the step
 */
public record Step(Span span) {
  private static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("message");
  private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  private static final String STATUS_CODE = "http.response.status_code";

  /** Returns the innermost step on this thread, or the pass itself. */
  public static Step current() {
    return new Step(Span.current());
  }

  /**
   * Sets an attribute.
   *
   * @param name one of OpenTelemetry's conventions, or one that begins with {@code catamaran.}
   */
  public Step attribute(String name, String value) {
    span.setAttribute(name, value);
    return this;
  }

  public Step attribute(String name, long value) {
    span.setAttribute(name, value);
    return this;
  }

  public Step attribute(String name, List<String> values) {
    span.setAttribute(AttributeKey.stringArrayKey(name), values);
    return this;
  }

  /**
   * Adds an occurrence to the span.
   *
   * @param message without secrets: readers of traces may lack the right to read Secrets
   */
  public void event(String reason, String message) {
    span.addEvent(reason, Attributes.of(MESSAGE, message));
  }

  /**
   * Marks the step as failed. The text of the failure is not shown: a message of the API server or
   * a template may contain secrets.
   *
   * @param kind one word for the failure
   */
  public void fails(String kind) {
    span.setStatus(StatusCode.ERROR).setAttribute(ERROR_TYPE, kind);
  }

  /**
   * Marks the step as failed, with the class of {@code failure} and the API's status code. If the
   * SDK wraps the failure, its cause is used.
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
