package domain.my.cache;

import dev.catamaran.kit.Conditions;
import dev.catamaran.kit.Descendants;
import dev.catamaran.kit.Rbac;
import dev.catamaran.kit.Readiness;
import dev.catamaran.kit.Sentence;
import dev.catamaran.kit.StatusPatch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Keeps a Deployment for each {@link Backup}. An example: replace the Deployment by your objects. */
@ControllerConfiguration(name = "backup")
@Rbac(
    groups = "apps",
    resources = "deployments",
    verbs = {"get", "list", "watch", "create", "patch", "delete"})
public final class BackupReconciler implements Reconciler<Backup> {
  private final Descendants descendants =
      Descendants.managedBy("backup").ofKinds(Deployment.class);

  private final Clock clock = Clock.systemUTC();

  @Override
  public List<EventSource<?, Backup>> prepareEventSources(EventSourceContext<Backup> context) {
    return descendants.sources(context);
  }

  @Override
  public UpdateControl<Backup> reconcile(Backup primary, Context<Backup> context) {
    var desired = deployment(primary);
    var live = descendants.of(primary, context).group(desired).apply().get(desired);
    var conditions = ready(primary, Readiness.of(live));
    StatusPatch.of(primary, context)
        .succeeded(generation -> new BackupStatus(conditions, generation));
    return UpdateControl.noUpdate();
  }

  @Override
  public ErrorStatusUpdateControl<Backup> updateErrorStatus(
      Backup primary, Context<Backup> context, Exception error) {
    var conditions =
        shown(primary).withFalse("Ready", "ReconcileFailed", Sentence.of(error)).list();
    return StatusPatch.of(primary, context)
        .failed(observed -> new BackupStatus(conditions, observed.orElse(null)));
  }

  private static Deployment deployment(Backup primary) {
    var labels = Map.of("cache.my.domain/backup", primary.getMetadata().getName());
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(primary.getMetadata().getName())
        .withNamespace(primary.getMetadata().getNamespace())
        .endMetadata()
        .withNewSpec()
        .withReplicas(primary.getSpec().size())
        .withNewSelector()
        .withMatchLabels(labels)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("main")
        .withImage(primary.getSpec().image())
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private List<Condition> ready(Backup primary, Readiness pods) {
    return pods.isReady()
        ? shown(primary).withTrue("Ready", "PodsReady", "all pods are ready").list()
        : shown(primary).withFalse("Ready", "Progressing", pods.why()).list();
  }

  private Conditions shown(Backup primary) {
    var status = primary.getStatus();
    return Conditions.of(status == null ? List.of() : status.conditions(), primary, clock);
  }
}
