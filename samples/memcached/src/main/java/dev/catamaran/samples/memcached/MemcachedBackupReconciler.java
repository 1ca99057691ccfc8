package dev.catamaran.samples.memcached;

import dev.catamaran.kit.Descendants;
import dev.catamaran.kit.ForeignObjectException;
import dev.catamaran.kit.Rbac;
import dev.catamaran.kit.Sentence;
import dev.catamaran.kit.StatusPatch;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reconciles one Deployment per {@link MemcachedBackup}, and reports the names of its pods in the
 * status.
 *
 * <p>All reads come from informers that select on our labels, so a pass without changes sends no
 * request.
 */
@ControllerConfiguration(name = "memcachedbackup")
@Rbac(
    groups = "apps",
    resources = "deployments",
    verbs = {"get", "list", "watch", "create", "patch", "delete"})
@Rbac(
    resources = "pods",
    verbs = {"get", "list", "watch"})
public final class MemcachedBackupReconciler implements Reconciler<MemcachedBackup> {

  /** Interval of checks for the deletion of a foreign Deployment: no informer of ours shows it. */
  private static final Duration FOREIGN_CHECK = Duration.ofMinutes(1);

  private final Descendants descendants =
      Descendants.managedBy(MemcachedLabels.MANAGER).ofKinds(Deployment.class);

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
    var sources = new ArrayList<>(descendants.sources(context));
    sources.add(pods(context));
    return sources;
  }

  @Override
  public UpdateControl<MemcachedBackup> reconcile(
      MemcachedBackup backup, Context<MemcachedBackup> context) {
    var status = StatusPatch.of(backup, context);
    var report = new StatusReport(backup, clock.instant());
    try {
      var desired = MemcachedDeployment.of(backup);
      var live = descendants.of(backup, context).group(desired).apply().get(desired);
      var readiness = Readiness.of(backup.getSpec().size(), live);
      var pods = context.getSecondaryResources(Pod.class);
      status.succeeded(generation -> report.seen(readiness, pods, generation));
      return UpdateControl.noUpdate();
    } catch (ForeignObjectException foreign) {
      var readiness = Readiness.nameTaken(Sentence.of(foreign));
      status.hindered(observed -> report.unseen(readiness, observed));
      return UpdateControl.<MemcachedBackup>noUpdate().rescheduleAfter(FOREIGN_CHECK);
    }
  }

  @Override
  public ErrorStatusUpdateControl<MemcachedBackup> updateErrorStatus(
      MemcachedBackup backup, Context<MemcachedBackup> context, Exception error) {
    var report = new StatusReport(backup, clock.instant());
    var readiness = Readiness.failed(Sentence.of(error));
    return StatusPatch.of(backup, context).failed(observed -> report.unseen(readiness, observed));
  }

  private static EventSource<Pod, MemcachedBackup> pods(
      EventSourceContext<MemcachedBackup> context) {
    var configuration =
        InformerEventSourceConfiguration.from(Pod.class, MemcachedBackup.class)
            .withName("memcachedbackup-pods")
            .withLabelSelector(MemcachedLabels.SELECTOR)
            .withSecondaryToPrimaryMapper(MemcachedBackupReconciler::backupOf)
            .build();
    return new InformerEventSource<>(configuration, context);
  }

  private static Set<ResourceID> backupOf(Pod pod) {
    return MemcachedLabels.backupName(pod).stream()
        .map(name -> new ResourceID(name, pod.getMetadata().getNamespace()))
        .collect(Collectors.toSet());
  }
}
