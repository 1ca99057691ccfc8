package dev.catamaran.samples.reversewords;

import dev.catamaran.kit.Descendants;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Finalizer;
import dev.catamaran.kit.ForeignObjectException;
import dev.catamaran.kit.OperatorRuntime;
import dev.catamaran.kit.Sentence;
import dev.catamaran.kit.StatusPatch;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles a Deployment and a Service per {@link ReverseWordsApp}, and reports the pods in
 * service in the status. All reads come from informers, so a pass without changes sends no request.
 */
@ControllerConfiguration(name = "reversewordsapp", triggerReconcilerOnAllEvents = true)
public final class ReverseWordsAppReconciler implements Reconciler<ReverseWordsApp> {

  private static final Logger log = LoggerFactory.getLogger(ReverseWordsAppReconciler.class);
  private static final String FINALIZER = "finalizer.reversewordsapp.apps.linuxera.org";

  /** Interval of checks for the deletion of a foreign object: no informer of ours shows it. */
  private static final Duration FOREIGN_CHECK = Duration.ofMinutes(1);

  private final Descendants descendants =
      Descendants.managedBy("reverse-words").ofKinds(Deployment.class, Service.class);
  private final Finalizer<ReverseWordsApp> finalizer =
      Finalizer.of(FINALIZER, ReverseWordsAppReconciler::sayGoodbye);
  private final EventRecorder events;
  private final Clock clock;

  /** Called by the manager. */
  public ReverseWordsAppReconciler(OperatorRuntime runtime) {
    this.events = runtime.events();
    this.clock = runtime.clock();
  }

  @Override
  public List<EventSource<?, ReverseWordsApp>> prepareEventSources(
      EventSourceContext<ReverseWordsApp> context) {
    var sources = new ArrayList<>(descendants.sources(context));
    sources.add(pods(context));
    return sources;
  }

  @Override
  public UpdateControl<ReverseWordsApp> reconcile(
      ReverseWordsApp app, Context<ReverseWordsApp> context) throws Exception {
    return finalizer.around(app, context, this::bringAbout);
  }

  @Override
  public ErrorStatusUpdateControl<ReverseWordsApp> updateErrorStatus(
      ReverseWordsApp app, Context<ReverseWordsApp> context, Exception error) {
    var why = Readiness.failed(Sentence.of(error));
    return StatusPatch.of(app, context)
        .failed(observed -> StatusReport.of(app, why, StatusReport.pods(app), observed, clock));
  }

  private UpdateControl<ReverseWordsApp> bringAbout(
      ReverseWordsApp app, Context<ReverseWordsApp> context) {
    var objections = Objections.to(app);
    if (objections.isPresent()) {
      reportHindrance(app, Readiness.refused(objections.get()), context);
      return UpdateControl.noUpdate();
    }
    try {
      tellSuccess(app, Readiness.of(apply(app, context)), context);
      return UpdateControl.noUpdate();
    } catch (ForeignObjectException foreign) {
      reportHindrance(app, Readiness.nameTaken(Sentence.of(foreign)), context);
      return UpdateControl.<ReverseWordsApp>noUpdate().rescheduleAfter(FOREIGN_CHECK);
    }
  }

  /** Applies the objects in the order of the original: no Service without its Deployment. */
  private Deployment apply(ReverseWordsApp app, Context<ReverseWordsApp> context) {
    keepReplicas(app, context);
    var deployment = ReverseWordsDeployment.of(app);
    return descendants
        .of(app, context)
        .group(deployment)
        .group(ReverseWordsService.of(app))
        .apply()
        .get(deployment);
  }

  /**
   * Transfers the number of replicas. Not forced: if another client has just set another number,
   * there is nothing to keep.
   */
  private static void keepReplicas(ReverseWordsApp app, Context<ReverseWordsApp> context) {
    var us = context.getControllerConfiguration().fieldManager();
    context
        .getSecondaryResource(Deployment.class)
        .flatMap(live -> ReplicasHandover.of(app, live, us))
        .ifPresent(
            number ->
                context
                    .getClient()
                    .resource(number)
                    .fieldManager(ReplicasHandover.KEEPER)
                    .serverSideApply());
  }

  private void tellSuccess(
      ReverseWordsApp app, Readiness readiness, Context<ReverseWordsApp> context) {
    var pods = podsInService(context);
    StatusPatch.of(app, context)
        .succeeded(
            generation -> StatusReport.of(app, readiness, pods, Optional.of(generation), clock));
  }

  /** Reports an obstacle, also by an Event; repeats the Event only after a change. */
  private void reportHindrance(
      ReverseWordsApp app, Readiness.Hindered why, Context<ReverseWordsApp> context) {
    if (!StatusReport.shows(app, why)) {
      events.record(app, EventRecorder.Type.WARNING, why.reason(), why.message());
    }
    var pods = podsInService(context);
    StatusPatch.of(app, context)
        .hindered(observed -> StatusReport.of(app, why, pods, observed, clock));
  }

  /**
   * Returns the pods in service; none without a Deployment of ours, because another Deployment's
   * pods may have the same names.
   */
  private static List<String> podsInService(Context<ReverseWordsApp> context) {
    return context
        .getSecondaryResource(Deployment.class)
        .map(ours -> AppPods.inService(context.getSecondaryResources(Pod.class)))
        .orElse(List.of());
  }

  private static EventSource<?, ReverseWordsApp> pods(EventSourceContext<ReverseWordsApp> context) {
    return new InformerEventSource<>(
        InformerEventSourceConfiguration.from(Pod.class, ReverseWordsApp.class)
            .withName("reversewordsapp-pods")
            .withLabelSelector(ObjectNames.LABEL)
            .withSecondaryToPrimaryMapper(
                (Pod pod) -> AppPods.app(pod).stream().collect(Collectors.toSet()))
            .build(),
        context);
  }

  /**
   * Logs the deletion. Kubernetes deletes the descendants; the original does nothing more either.
   */
  private static DeleteControl sayGoodbye(ReverseWordsApp app, Context<ReverseWordsApp> context) {
    log.info(
        "ReverseWordsApp {}/{} is deleted, and what it made goes with it",
        app.getMetadata().getNamespace(),
        app.getMetadata().getName());
    return DeleteControl.defaultDelete();
  }
}
