package dev.catamaran.kit;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import java.time.Clock;

/**
 * The services of the operator for a typed reconciler. A reconciler gets them if its public
 * constructor asks for them. There is one instance for the whole operator, and its users must close
 * nothing in it.
 *
 * @param name of the operator: its leader election id, or {@code catamaran} if there is none
 * @param client with the operator's rights
 * @param meters shown at /metrics
 * @param tracer creates spans; a span that a pass creates on its own thread is part of the trace of
 *     that pass
 * @param clock gives the time; tests may set it
 * @param events writes Kubernetes Events
 * @param tasks runs periodic work that is not about one object
 */
public record OperatorRuntime(
    String name,
    KubernetesClient client,
    MeterRegistry meters,
    Tracer tracer,
    Clock clock,
    EventRecorder events,
    PeriodicTasks tasks) {

  /** Returns the same services with other {@code tasks}. */
  public OperatorRuntime with(PeriodicTasks tasks) {
    return new OperatorRuntime(name, client, meters, tracer, clock, events, tasks);
  }
}
