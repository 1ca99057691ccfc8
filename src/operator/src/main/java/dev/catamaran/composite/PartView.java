package dev.catamaran.composite;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.dependent.managed.ManagedWorkflowAndDependentResourceContext;
import io.javaoperatorsdk.operator.processing.event.EventSourceRetriever;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/**
 * The context of a pass for the only part of a kind: the whole pass, with the part's own retries.
 */
class PartView<P extends HasMetadata> implements Context<P> {
  private final Context<P> pass;
  private final Part<P> part;
  private final P primary;
  private final Optional<RetryInfo> retry;

  /** Wraps {@code pass} for a part, with the part's copy of the primary. */
  PartView(Context<P> pass, Part<P> part, P primary, Optional<RetryInfo> retry) {
    this.pass = pass;
    this.part = part;
    this.primary = primary;
    this.retry = retry;
  }

  @Override
  public Optional<RetryInfo> getRetryInfo() {
    return retry;
  }

  @Override
  public ControllerConfiguration<P> getControllerConfiguration() {
    return part.configuration();
  }

  @Override
  public P getPrimaryResource() {
    return primary;
  }

  @Override
  public <R> Set<R> getSecondaryResources(Class<R> expectedType) {
    return pass.getSecondaryResources(expectedType);
  }

  @Override
  public <R> Stream<R> getSecondaryResourcesAsStream(Class<R> expectedType) {
    return pass.getSecondaryResourcesAsStream(expectedType);
  }

  @Override
  public <R> Optional<R> getSecondaryResource(Class<R> expectedType, String eventSourceName) {
    return pass.getSecondaryResource(expectedType, eventSourceName);
  }

  @Override
  public EventSourceRetriever<P> eventSourceRetriever() {
    return pass.eventSourceRetriever();
  }

  @Override
  public ManagedWorkflowAndDependentResourceContext managedWorkflowAndDependentResourceContext() {
    return pass.managedWorkflowAndDependentResourceContext();
  }

  @Override
  public KubernetesClient getClient() {
    return pass.getClient();
  }

  @Override
  public ExecutorService getWorkflowExecutorService() {
    return pass.getWorkflowExecutorService();
  }

  @Override
  public IndexedResourceCache<P> getPrimaryCache() {
    return pass.getPrimaryCache();
  }

  @Override
  public boolean isNextReconciliationImminent() {
    return pass.isNextReconciliationImminent();
  }

  @Override
  public boolean isPrimaryResourceDeleted() {
    return pass.isPrimaryResourceDeleted();
  }

  @Override
  public boolean isPrimaryResourceFinalStateUnknown() {
    return pass.isPrimaryResourceFinalStateUnknown();
  }
}
