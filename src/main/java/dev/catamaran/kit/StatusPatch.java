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
 * Writes the status of a primary: by one server-side apply of what the reconciler says, and nothing
 * if the primary shows that already. Fields that others apply stay theirs; a field that is no
 * longer said goes.
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

  /** The status of this primary, in this pass. */
  public static <S, P extends CustomResource<?, S>> StatusPatch<S, P> of(
      P primary, Context<P> context) {
    return new StatusPatch<>(primary, context);
  }

  /**
   * The pass did what the spec asks for.
   *
   * @param status makes the whole status from the generation that the pass saw, which is now the
   *     observed one
   * @throws KubernetesClientException if the API server refuses or cannot be reached
   */
  public void succeeded(LongFunction<S> status) {
    var generation = Optional.ofNullable(primary.getMetadata().getGeneration()).orElse(0L);
    write(status.apply(generation));
  }

  /**
   * The pass did not do what the spec asks for, and trying again soon would not help: a spec that
   * is refused, a name that somebody else has taken. Written at once.
   *
   * @param status as for {@link #failed}
   * @throws KubernetesClientException if the API server refuses or cannot be reached
   */
  public void hindered(Function<Optional<Long>, S> status) {
    write(status.apply(observedGeneration()));
  }

  /**
   * The pass failed; to be returned by {@code updateErrorStatus}. A first failure is only retried:
   * most pass by themselves, and the status need not flicker. A failure to write is logged, so that
   * it does not hide what it was to tell.
   *
   * @param status makes the whole status from the generation that was observed before, which stays;
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
    // One that was made anew under the same name does not get this one's status.
    wanted.getMetadata().setUid(primary.getMetadata().getUid());
    try {
      PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(newest, wanted, context);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }

  /** Compares what is ours of it, as others may show more. */
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

  /** Only what server-side apply needs to know: anything else in it would become ours. */
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
