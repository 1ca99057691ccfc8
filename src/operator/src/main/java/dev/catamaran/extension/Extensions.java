package dev.catamaran.extension;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.ChartAction;
import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.Values;
import dev.catamaran.cluster.ApiResources;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.kit.Conditions;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.KnownSecrets;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.ReleaseAction;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseOutcome;
import dev.catamaran.release.ReleaseOutcome.FailedStep;
import dev.catamaran.release.ReleaseOutcome.Hindered;
import dev.catamaran.release.ReleaseOutcome.Waiting;
import dev.catamaran.status.Reasons;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place that calls a kind's extensions and catches their exceptions. */
public final class Extensions {
  private static final Logger log = LoggerFactory.getLogger(Extensions.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final TypeReference<Map<String, @Nullable Object>> MAP = new TypeReference<>() {};

  private final List<ChartExtension> extensions;
  private final KubernetesClient client;
  private final EventRecorder events;
  private final KnownSecrets secrets;
  private final ExtraWatches watches;

  public Extensions(
      List<ChartExtension> extensions,
      KubernetesClient client,
      EventRecorder events,
      KnownSecrets secrets,
      ApiResources apis) {
    this.extensions = List.copyOf(extensions);
    this.client = client;
    this.events = events;
    this.secrets = secrets;
    this.watches =
        new ExtraWatches(
            extensions.stream().flatMap(e -> e.extraWatches().stream()).toList(), apis);
  }

  /** A call of one extension. */
  @FunctionalInterface
  private interface Call {
    void on(ChartExtension extension, ChartContext context) throws Exception;
  }

  /** Untimely end of a call. */
  private sealed interface End {
    String message();

    /** The extension threw an exception. */
    record Threw(String message) implements End {}

    /** The thread was interrupted. */
    record Stopped(String message) implements End {}
  }

  public List<EventSource<?, OfKind>> eventSources(EventSourceContext<OfKind> context) {
    return watches.sources(context);
  }

  /**
   * Returns the values after translation by each extension in order.
   *
   * @throws InvalidPrimaryException if an extension throws an exception
   * @throws CancellationException if the thread is interrupted, which stays so
   */
  public Values translate(OfKind primary, ReleaseKey release, Values values)
      throws InvalidPrimaryException {
    var translated = values;
    for (var extension : extensions) {
      try {
        var made = extension.translate(context(extension, primary, release), tree(translated));
        translated = Values.of(JSON.valueToTree(made));
      } catch (Exception | Error e) {
        if (isCancelled(e)) {
          throw new CancellationException(stopped(extension));
        }
        throw new InvalidPrimaryException(Reasons.TRANSLATION_FAILED, problem(extension, e));
      }
    }
    return translated;
  }

  /**
   * Calls the extensions before an action makes a revision. Returns the outcome if an extension
   * prevents the action.
   */
  public Optional<ReleaseOutcome> before(
      OfKind primary, ReleaseAction action, DesiredRelease desired) {
    return making(action)
        .flatMap(
            kind ->
                call(
                        primary,
                        desired.release(),
                        (extension, context) ->
                            extension.beforeAction(context, kind, tree(desired.values())))
                    .map(end -> outcome(kind, end)));
  }

  /** Returns how an action makes a revision; empty if it makes none. */
  private static Optional<ChartAction> making(ReleaseAction action) {
    return switch (action) {
      case ReleaseAction.Install ignored -> Optional.of(ChartAction.INSTALL);
      case ReleaseAction.Reinstall ignored -> Optional.of(ChartAction.INSTALL);
      case ReleaseAction.Upgrade ignored -> Optional.of(ChartAction.UPGRADE);
      case ReleaseAction.Rollback ignored -> Optional.of(ChartAction.ROLLBACK);
      case ReleaseAction.GoBack ignored -> Optional.of(ChartAction.ROLLBACK);
      default -> Optional.empty();
    };
  }

  private static ReleaseOutcome outcome(ChartAction action, End end) {
    return switch (end) {
      case End.Threw(var problem) -> new Hindered(step(action), Reasons.HOOK_FAILED, problem);
      case End.Stopped(var message) -> new Waiting(message);
    };
  }

  /** Reports a new revision to the extensions at once. Returns the conditions after that. */
  public Conditions after(OfKind primary, Optional<MadeRevision> made, Conditions conditions) {
    if (made.isEmpty() || extensions.isEmpty()) {
      return conditions;
    }
    var release = made.get().release();
    var end =
        call(
            primary,
            release,
            (extension, context) -> extension.afterAction(context, made.get().summary()));
    if (end.isEmpty()) {
      return conditions.without(Reasons.POST_HOOK_FAILED);
    }
    var message = secrets.hide(primary.getMetadata().getUid(), end.get().message());
    log.warn("After revision {} of {}: {}", made.get().summary().revision(), release, message);
    return switch (end.get()) {
      case End.Stopped ignored -> conditions;
      case End.Threw ignored -> {
        events.record(primary, EventRecorder.Type.WARNING, Reasons.POST_HOOK_FAILED, message);
        yield conditions.withTrue(Reasons.POST_HOOK_FAILED, Reasons.HOOK_FAILED, message);
      }
    };
  }

  /**
   * Reports an event to the extensions as listeners. Logs their exceptions; an interrupt ends it.
   */
  public void tell(OfKind primary, ReleaseKey release, ReleaseNews news) {
    var uid = primary.getMetadata().getUid();
    for (var extension : extensions) {
      try {
        news.tell(
            extension, context(extension, primary, release), message -> secrets.hide(uid, message));
      } catch (RuntimeException | Error e) {
        if (isCancelled(e)) {
          log.warn("{}", stopped(extension));
          return;
        }
        log.error("{} failed as a listener", extension.getClass().getName(), e);
      }
    }
  }

  /** Calls the extensions in order. Returns the end of the first that throws an exception. */
  private Optional<End> call(OfKind primary, ReleaseKey release, Call call) {
    for (var extension : extensions) {
      try {
        call.on(extension, context(extension, primary, release));
      } catch (Exception | Error e) {
        log.debug("{} threw", extension.getClass().getName(), e);
        return Optional.of(
            isCancelled(e)
                ? new End.Stopped(stopped(extension))
                : new End.Threw(problem(extension, e)));
      }
    }
    return Optional.empty();
  }

  private ChartContext context(ChartExtension extension, OfKind primary, ReleaseKey release) {
    var own = LoggerFactory.getLogger(extension.getClass());
    return new ExtensionContext(
        primary,
        release,
        client,
        own,
        events,
        watches,
        message -> secrets.hide(primary.getMetadata().getUid(), message));
  }

  private static Map<String, @Nullable Object> tree(Values values) {
    return JSON.convertValue(values.toTree(), MAP);
  }

  private static String problem(ChartExtension extension, Throwable failure) {
    var said = Optional.ofNullable(failure.getMessage()).orElse(failure.getClass().getSimpleName());
    return extension.getClass().getName() + ": " + said;
  }

  private static String stopped(ChartExtension extension) {
    return "stopped while %s was at work".formatted(extension.getClass().getName());
  }

  /**
   * Returns whether the thread is interrupted, because the operator stops; then the extension is
   * not to blame. An exception of an interrupt ends the interrupt, so this restores it.
   */
  private static boolean isCancelled(Throwable failure) {
    if (Stream.iterate(failure, Extensions::isOfThisThread, Throwable::getCause)
        .anyMatch(InterruptedException.class::isInstance)) {
      Thread.currentThread().interrupt();
    }
    return Thread.currentThread().isInterrupted();
  }

  private static boolean isOfThisThread(@Nullable Throwable cause) {
    return cause != null
        && !(cause instanceof ExecutionException)
        && !(cause instanceof CompletionException);
  }

  private static FailedStep step(ChartAction action) {
    return switch (action) {
      case INSTALL -> FailedStep.INSTALL;
      case UPGRADE -> FailedStep.UPGRADE;
      case ROLLBACK -> FailedStep.ROLLBACK;
    };
  }

  /**
   * Context of an extension in a pass.
   *
   * @param hiding removes secrets from a message
   */
  private record ExtensionContext(
      OfKind primary,
      ReleaseKey release,
      KubernetesClient client,
      Logger log,
      EventRecorder events,
      ExtraWatches watches,
      UnaryOperator<String> hiding)
      implements ChartContext {

    @Override
    public String releaseName() {
      return release.name();
    }

    @Override
    public String releaseNamespace() {
      return release.namespace();
    }

    @Override
    public void event(EventType type, String reason, String message) {
      events.record(
          primary,
          switch (type) {
            case NORMAL -> EventRecorder.Type.NORMAL;
            case WARNING -> EventRecorder.Type.WARNING;
          },
          reason,
          hiding.apply(message));
    }

    @Override
    public Optional<GenericKubernetesResource> watched(
        GroupVersionKind kind, String namespace, String name) {
      return watches.find(kind, namespace, name);
    }
  }
}
