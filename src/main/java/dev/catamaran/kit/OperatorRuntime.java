package dev.catamaran.kit;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Tracer;
import java.time.Clock;

/**
 * What a typed reconciler gets of the operator that runs it, if its public constructor asks for
 * one. There is one for the whole operator, and nothing in it is to be closed by its users.
 *
 * @param name the operator's: its leader election id, or {@code catamaran} where there is none
 * @param client with the operator's rights
 * @param meters what /metrics shows
 * @param tracer makes spans; one that a pass makes on its own thread is part of the pass' trace
 * @param clock what time it is; tests may set it
 * @param events writes Kubernetes Events
 * @param tasks runs what is done again and again, about no single object
 */
public record OperatorRuntime(
    String name,
    KubernetesClient client,
    MeterRegistry meters,
    Tracer tracer,
    Clock clock,
    EventRecorder events,
    PeriodicTasks tasks) {}
