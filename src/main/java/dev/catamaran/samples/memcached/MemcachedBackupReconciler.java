package dev.catamaran.samples.memcached;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.SecondaryToPrimaryMapper;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Keeps one Deployment per {@link MemcachedBackup} at its size, and the names of its pods in the
 * status.
 *
 * <p>Everything is read from informers that select on our labels, so a pass that finds nothing to
 * do sends no request.
 */
@ControllerConfiguration(name = "memcachedbackup")
public final class MemcachedBackupReconciler implements Reconciler<MemcachedBackup> {

  private static final String DEPLOYMENTS = "memcachedbackup-deployments";
  private static final String PODS = "memcachedbackup-pods";

  /** How often to look whether a foreign Deployment has gone: no informer of ours shows it. */
  private static final Duration FOREIGN_CHECK = Duration.ofMinutes(1);

  private final Clock clock;

  /** Called by the manager. */
  public MemcachedBackupReconciler() {
    this(Clock.systemUTC());
  }

  MemcachedBackupReconciler(Clock clock) {
    this.clock = clock;
  }

  @Override
  public List<EventSource<?, MemcachedBackup>> prepareEventSources(
      EventSourceContext<MemcachedBackup> context) {
    return List.of(
        // By name, not by owner: the end of a foreign Deployment concerns us too.
        informer(Deployment.class, DEPLOYMENTS, d -> Set.of(ResourceID.fromResource(d)), context),
        informer(Pod.class, PODS, MemcachedBackupReconciler::backupOf, context));
  }

  @Override
  public UpdateControl<MemcachedBackup> reconcile(
      MemcachedBackup backup, Context<MemcachedBackup> context) {
    var workload = new Deployments(context.getClient(), deployments(context)).ensure(backup);
    var pods = context.getSecondaryResources(Pod.class);
    var readiness = Readiness.of(backup.getSpec().size(), workload);
    var status = StatusReport.of(backup, readiness, pods, clock.instant());
    if (!status.equals(backup.getStatus())) {
      PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(
          backup, carrying(status, backup), context);
    }
    return switch (workload) {
      case Workload.Ours ignored -> UpdateControl.noUpdate();
      case Workload.Foreign ignored ->
          UpdateControl.<MemcachedBackup>noUpdate().rescheduleAfter(FOREIGN_CHECK);
    };
  }

  /** A first failure is only retried: most pass by themselves, and the status need not flicker. */
  @Override
  public ErrorStatusUpdateControl<MemcachedBackup> updateErrorStatus(
      MemcachedBackup backup, Context<MemcachedBackup> context, Exception error) {
    var status = StatusReport.afterFailure(backup, sentence(error), clock.instant());
    var attempts = context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0);
    if (attempts == 0 || status.equals(backup.getStatus())) {
      return ErrorStatusUpdateControl.noStatusUpdate();
    }
    return ErrorStatusUpdateControl.patchStatus(carrying(status, backup));
  }

  private static <R extends HasMetadata> EventSource<R, MemcachedBackup> informer(
      Class<R> kind,
      String name,
      SecondaryToPrimaryMapper<R> mapper,
      EventSourceContext<MemcachedBackup> context) {
    var configuration =
        InformerEventSourceConfiguration.from(kind, MemcachedBackup.class)
            .withName(name)
            .withLabelSelector(MemcachedLabels.SELECTOR)
            .withSecondaryToPrimaryMapper(mapper)
            .build();
    return new InformerEventSource<>(configuration, context);
  }

  private static Set<ResourceID> backupOf(Pod pod) {
    return MemcachedLabels.backupName(pod).stream()
        .map(name -> new ResourceID(name, pod.getMetadata().getNamespace()))
        .collect(Collectors.toSet());
  }

  private static InformerEventSource<Deployment, MemcachedBackup> deployments(
      Context<MemcachedBackup> context) {
    return (InformerEventSource<Deployment, MemcachedBackup>)
        context.eventSourceRetriever().getEventSourceFor(Deployment.class, DEPLOYMENTS);
  }

  /** Only what server-side apply needs to know: anything else in it would become ours. */
  private static MemcachedBackup carrying(MemcachedBackupStatus status, MemcachedBackup backup) {
    var carrier = new MemcachedBackup();
    carrier.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(backup.getMetadata().getNamespace())
            .withName(backup.getMetadata().getName())
            .build());
    carrier.setStatus(status);
    return carrier;
  }

  /** The API server's own sentence where there is one; the client's adds addresses around it. */
  private static String sentence(Exception error) {
    return Optional.of(error)
        .filter(KubernetesClientException.class::isInstance)
        .map(refusal -> ((KubernetesClientException) refusal).getStatus())
        .map(Status::getMessage)
        .or(() -> Optional.ofNullable(error.getMessage()))
        .orElseGet(() -> error.getClass().getSimpleName());
  }
}
