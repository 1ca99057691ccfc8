package dev.catamaran.samples.ptemplate;

import dev.catamaran.kit.Conditions;
import dev.catamaran.kit.Descendants;
import dev.catamaran.kit.ForeignObjectException;
import dev.catamaran.kit.MissingKindException;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.Sentence;
import dev.catamaran.kit.StatusPatch;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Loads a kernel module on the nodes that a {@link Ptemplate} selects, and runs consumers of its
 * devices there. Other controllers process both objects. The Module's kind belongs to Kernel Module
 * Management, which may not be installed (yet).
 */
@ControllerConfiguration(name = "ptemplate")
public final class PtemplateReconciler implements Reconciler<Ptemplate> {
  private static final String READY = "Ready";

  /** Retry interval: the obstacle may disappear without an event for this reconciler. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

  private final OperatorRuntime operator;
  private final PtemplateMeters meters;
  private final Descendants descendants =
      Descendants.managedBy(ConsumerDaemonSet.MANAGER)
          .ofKinds(DaemonSet.class)
          .ofKind(KernelModule.API_VERSION, KernelModule.KIND);

  /** Called by the manager. */
  public PtemplateReconciler(OperatorRuntime operator) {
    this.operator = operator;
    this.meters = new PtemplateMeters(operator.meters());
  }

  @Override
  public List<EventSource<?, Ptemplate>> prepareEventSources(
      EventSourceContext<Ptemplate> context) {
    meters.count(context.getPrimaryCache());
    var sources = new ArrayList<>(descendants.sources(context));
    sources.add(consumers(context));
    return sources;
  }

  @Override
  public UpdateControl<Ptemplate> reconcile(Ptemplate ptemplate, Context<Ptemplate> context) {
    var refusal = Refusal.of(ptemplate);
    if (refusal.isPresent()) {
      return hindered(ptemplate, context, Readiness.hindered("InvalidSpec", refusal.get()));
    }
    try {
      var daemonSet = bringAbout(ptemplate, context);
      var names = Consumers.names(daemonSet, context.getSecondaryResources(Pod.class));
      var conditions = conditions(ptemplate, Readiness.of(daemonSet));
      StatusPatch.of(ptemplate, context)
          .succeeded(generation -> new PtemplateStatus(names, conditions, generation));
      meters.passDone();
      return UpdateControl.noUpdate();
    } catch (MissingKindException e) {
      var why = Readiness.hindered("KindNotServed", Sentence.of(e));
      return hindered(ptemplate, context, why).rescheduleAfter(LOOK_AGAIN);
    } catch (ForeignObjectException e) {
      var why = Readiness.hindered("NameTaken", Sentence.of(e));
      return hindered(ptemplate, context, why).rescheduleAfter(LOOK_AGAIN);
    }
  }

  @Override
  public ErrorStatusUpdateControl<Ptemplate> updateErrorStatus(
      Ptemplate ptemplate, Context<Ptemplate> context, Exception error) {
    var why = Readiness.hindered("ReconcileFailed", Sentence.of(error));
    return StatusPatch.of(ptemplate, context).failed(observed -> status(ptemplate, why, observed));
  }

  private DaemonSet bringAbout(Ptemplate ptemplate, Context<Ptemplate> context) {
    var consumers = ConsumerDaemonSet.of(ptemplate);
    return descendants
        .of(ptemplate, context)
        .group(KernelModule.of(ptemplate))
        .group(consumers)
        .apply()
        .get(consumers);
  }

  private UpdateControl<Ptemplate> hindered(
      Ptemplate ptemplate, Context<Ptemplate> context, Readiness why) {
    StatusPatch.of(ptemplate, context).hindered(observed -> status(ptemplate, why, observed));
    return UpdateControl.noUpdate();
  }

  /** Returns a status with the last observed consumers. */
  private PtemplateStatus status(
      Ptemplate ptemplate, Readiness readiness, Optional<Long> observed) {
    var names = shown(ptemplate).map(PtemplateStatus::consumers).orElse(List.of());
    return new PtemplateStatus(names, conditions(ptemplate, readiness), observed.orElse(null));
  }

  private List<Condition> conditions(Ptemplate ptemplate, Readiness readiness) {
    var shown = shown(ptemplate).map(PtemplateStatus::conditions).orElse(List.of());
    return Conditions.of(shown, ptemplate, operator.clock())
        .with(READY, readiness.ready(), readiness.reason(), readiness.message())
        .list();
  }

  private static Optional<PtemplateStatus> shown(Ptemplate ptemplate) {
    return Optional.ofNullable(ptemplate.getStatus());
  }

  private static EventSource<Pod, Ptemplate> consumers(EventSourceContext<Ptemplate> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(Pod.class, Ptemplate.class)
            .withName("ptemplate-consumers")
            .withLabelSelector(ConsumerDaemonSet.POD_SELECTOR)
            .withSecondaryToPrimaryMapper(PtemplateReconciler::ptemplateOf)
            .build(),
        context);
  }

  private static Set<ResourceID> ptemplateOf(Pod consumer) {
    var metadata = consumer.getMetadata();
    return Optional.ofNullable(metadata.getLabels().get(ConsumerDaemonSet.APP)).stream()
        .map(name -> new ResourceID(name, metadata.getNamespace()))
        .collect(java.util.stream.Collectors.toSet());
  }
}
