package dev.catamaran.kit;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;

/**
 * What a typed reconciler gets of the operator that runs it, if its public constructor asks for
 * one. There is one for the whole operator, and nothing in it is to be closed by its users.
 *
 * @param name the operator's: its leader election id, or {@code catamaran} where there is none
 * @param client with the operator's rights
 * @param meters what /metrics shows
 * @param clock what time it is; tests may set it
 * @param events writes Kubernetes Events
 */
public record OperatorRuntime(
    String name,
    KubernetesClient client,
    MeterRegistry meters,
    Clock clock,
    EventRecorder events) {}
