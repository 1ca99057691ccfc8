package dev.catamaran.kit;

import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the status of a primary by one server-side apply, or sends nothing if the primary already
 * has that status. Fields of other field managers stay theirs. A field that the reconciler no
 * longer sets is removed.
 *
 * <pre>{@code
 * var status = StatusPatch.of(app, context);
 * status.succeeded(generation -> new AppStatus(pods, conditions, generation));
 * }</pre>
 *
 * @param <P> the primary's type
 * @param <S> its status's type
 */
public final class StatusPatch<S, P extends CustomResource<?, S>> {
  private static final Logger LOG = LoggerFactory.getLogger(StatusPatch.class);
  private static final String SUBRESOURCE = "status";
  private static final String OBSERVED_GENERATION = "observedGeneration";

  private final P primary;
  private final Context<P> context;

  private StatusPatch(P primary, Context<P> context) {
    this.primary = primary;
    this.context = context;
  }

  /** Returns the writer of a primary's status for one pass. */
  public static <S, P extends CustomResource<?, S>> StatusPatch<S, P> of(
      P primary, Context<P> context) {
    return new StatusPatch<>(primary, context);
  }

  /**
   * Reports that the pass fulfilled the spec.
   *
   * @param status creates the whole status from the generation of the pass, which is now the
   *     observed one
   * @throws KubernetesClientException if the API server refuses or cannot be reached
   */
  public void succeeded(LongFunction<S> status) {
    var generation = Optional.ofNullable(primary.getMetadata().getGeneration()).orElse(0L);
    write(status.apply(generation));
  }

  /**
   * Reports that the pass did not fulfil the spec and that a retry soon would not help: the spec is
   * refused, or another client has taken a name. Written at once.
   *
   * @param status as for {@link #failed}
   * @throws KubernetesClientException if the API server refuses or cannot be reached
   */
  public void hindered(Function<Optional<Long>, S> status) {
    write(status.apply(observedGeneration()));
  }

  /**
   * Reports a failed pass; to be returned by {@code updateErrorStatus}. A first failure is only
   * retried: most failures pass by themselves, and the status must not flicker. If the status
   * cannot be written, that is only logged, so the original failure stays visible.
   *
   * @param status creates the whole status from the previously observed generation, which stays;
   *     empty if there is none
   */
  public ErrorStatusUpdateControl<P> failed(Function<Optional<Long>, S> status) {
    if (context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0) > 0) {
      try {
        write(status.apply(observedGeneration()));
      } catch (KubernetesClientException e) {
        LOG.warn("The failure is not in the status: {}", Sentence.of(e));
      }
    }
    return ErrorStatusUpdateControl.noStatusUpdate();
  }

  private Optional<Long> observedGeneration() {
    return Optional.ofNullable(Newest.of(primary, context).getStatus())
        .map(
            shown ->
                context.getClient().getKubernetesSerialization().convertValue(shown, Map.class))
        .map(shown -> shown.get(OBSERVED_GENERATION))
        .filter(Number.class::isInstance)
        .map(observed -> ((Number) observed).longValue());
  }

  private void write(S status) {
    var newest = Newest.of(primary, context);
    if (isShown(status, newest)) {
      return;
    }
    var wanted = carrying(status);
    // A later primary of the same name must not get this status.
    wanted.getMetadata().setUid(primary.getMetadata().getUid());
    try {
      PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(newest, wanted, context);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }

  /** Compares only our fields, as the status may contain fields of other field managers. */
  private boolean isShown(S status, P newest) {
    if (Objects.equals(status, newest.getStatus())) {
      return true;
    }
    var shown = context.getClient().getKubernetesSerialization().clone(newest);
    shown.getMetadata().getManagedFields().removeIf(entry -> !isOfStatus(entry));
    return OwnedFields.of(shown, carrying(status), context)
        .filter(OwnedFields::areEqual)
        .isPresent();
  }

  private static boolean isOfStatus(ManagedFieldsEntry entry) {
    return SUBRESOURCE.equals(entry.getSubresource());
  }

  /** Contains only what server-side apply needs: our field manager would own anything else. */
  private P carrying(S status) {
    var carrier = blank();
    carrier.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(primary.getMetadata().getNamespace())
            .withName(primary.getMetadata().getName())
            .build());
    carrier.setSpec(null);
    carrier.setStatus(status);
    return carrier;
  }

  @SuppressWarnings("unchecked") // The class of a P.
  private P blank() {
    try {
      return (P) primary.getClass().getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          primary.getClass().getName() + " needs a public constructor without parameters", e);
    }
  }
}
