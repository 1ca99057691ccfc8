package dev.catamaran.rollout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.informer.Pages;
import dev.catamaran.informer.ReducedInformer;
import dev.catamaran.informer.ReducingStore;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.primary.Primaries;
import dev.catamaran.rollout.RolloutState.Phase;
import dev.catamaran.rollout.RolloutStep.Asked;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ChartRollout objects in the operator's own namespace, from one watch. */
final class ChartRollouts implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ChartRollouts.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final String OBSERVED_GENERATION = "observedGeneration";
  private static final PatchContext MERGE =
      new PatchContext.Builder()
          .withPatchType(PatchType.JSON_MERGE)
          .withFieldManager("catamaran")
          .build();
  private static final Duration FIRST_LISTING = Duration.ofSeconds(10);

  /** Objects of one kind that are kept. */
  private static final int MOST_KEPT = 10;

  /**
   * A ChartRollout.
   *
   * @param number counts from 1 for each kind
   * @param created when the API server created it
   * @param asked what people ask for
   * @param generation that of its spec
   * @param regarding the object, without its content
   * @param status as stored; missing until its first write
   */
  record Found(
      String name,
      int number,
      String of,
      String from,
      String to,
      Instant created,
      Asked asked,
      long generation,
      JsonNode status,
      GenericKubernetesResource regarding) {
    static Found of(GenericKubernetesResource object) {
      var spec = JSON.<JsonNode>valueToTree(object.getAdditionalProperties().get("spec"));
      var name = object.getMetadata().getName();
      var number = name.substring(name.lastIndexOf('-') + 1);
      return new Found(
          name,
          number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 0,
          spec.path("kind").asText("") + "." + spec.path("group").asText(""),
          spec.path("from").asText(""),
          spec.path("to").asText(""),
          Instant.parse(object.getMetadata().getCreationTimestamp()),
          new Asked(
              spec.path("paused").asBoolean(false),
              spec.path("approvedWave").asInt(0),
              spec.path("allowedFailures").asInt(0),
              spec.path("undo").asBoolean(false),
              spec.path("approvedPlan").asText("")),
          Primaries.generation(object),
          JSON.valueToTree(object.getAdditionalProperties().get("status")),
          new GenericKubernetesResourceBuilder()
              .withApiVersion(object.getApiVersion())
              .withKind(object.getKind())
              .withNewMetadata()
              .withName(name)
              .withNamespace(object.getMetadata().getNamespace())
              .withUid(object.getMetadata().getUid())
              .endMetadata()
              .build());
    }

    /** Whether it has a status: a crash may have come before the first. */
    boolean hasBegun() {
      return status.hasNonNull("phase");
    }

    /** Whether the status was written after what people ask for at present. */
    boolean isAnswered() {
      return status.path(OBSERVED_GENERATION).asLong(0) >= generation;
    }
  }

  /** A rollout that is not over. */
  record Open(String name, RolloutState state) {}

  private final String namespace;
  private final NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      objects;
  private final ReducedInformer<GenericKubernetesResource, Found> watch;

  /**
   * Starts the watch.
   *
   * @throws RuntimeException if the API server refuses, or does not serve the kind
   */
  ChartRollouts(KubernetesClient client, String namespace) {
    this.namespace = namespace;
    this.objects = client.genericKubernetesResources(RolloutKind.API).inNamespace(namespace);
    var nobody = new ReducingStore.Listener<Found>() {};
    // An informer would report a missing definition as an error, with its stack trace.
    Pages.first(objects::list);
    this.watch =
        new ReducedInformer<>(
            client.genericKubernetesResources(RolloutKind.API),
            "",
            new WatchedNamespaces(Set.of(namespace)),
            () -> new ReducingStore<>(GenericKubernetesResource::new, Found::of, nobody));
    watch.start(FIRST_LISTING);
  }

  /** Returns the newest rollout of a kind. */
  Optional<Found> newest(GroupVersionKind gvk) {
    return of(gvk).stream().findFirst();
  }

  /** Returns the rollout of a kind that is not over. */
  Optional<Open> open(GroupVersionKind gvk, Instant now) {
    return newest(gvk)
        .filter(found -> found.hasBegun() && !found.status().path(RolloutStatus.CLOSED).asBoolean())
        .map(
            found ->
                new Open(
                    found.name(),
                    RolloutStatus.read(found.from(), found.to(), found.status(), now)))
        .filter(rollout -> !rollout.state().isOver());
  }

  private List<Found> of(GroupVersionKind gvk) {
    return watch
        .all()
        .filter(found -> found.of().equals(gvk.kind() + "." + gvk.group()))
        .sorted(Comparator.comparingInt(Found::number).reversed())
        .toList();
  }

  /**
   * Whether a rollout goes on: closes one if its kind has another edition again. A deleted object
   * is closed too.
   *
   * @param present id of the edition that the kind has at present
   */
  boolean goesOn(GroupVersionKind gvk, Open rollout, String present) {
    var found = newest(gvk).filter(newest -> newest.name().equals(rollout.name()));
    if (found.isEmpty() || rollout.state().to().equals(present)) {
      return found.isPresent();
    }
    var why = "the chart or its overrides changed again";
    write(found.get(), rollout.state().closed(why), /* isClosed= */ true);
    log.info("ChartRollout {} is closed: {}", rollout.name(), why);
    return false;
  }

  /** Tells people of another phase or wave. */
  static void tell(EventRecorder events, Found rollout, RolloutState before, RolloutState now) {
    var phase = now.phase();
    boolean isOther = before.phase() != phase;
    if (isOther && !phase.event().isEmpty()) {
      var type = phase == Phase.COMPLETED ? EventRecorder.Type.NORMAL : EventRecorder.Type.WARNING;
      events.record(rollout.regarding(), type, phase.event(), now.message());
    }
    if (isOther || before.wave() != now.wave()) {
      log.info(
          "ChartRollout {}: {}, {} of {} done: {}",
          rollout.name(),
          phase.word(),
          now.done(),
          now.members(),
          now.message());
    }
  }

  /** Returns the next rollout of a kind: a crash may have come before its first status. */
  Found next(GroupVersionKind gvk, String from, String to) {
    return newest(gvk)
        .filter(found -> !found.hasBegun())
        .filter(found -> found.to().equals(to) && found.from().equals(from))
        .orElseGet(() -> create(gvk, from, to));
  }

  /** Creates the next rollout of a kind, and deletes the oldest. */
  private Found create(GroupVersionKind gvk, String from, String to) {
    var known = of(gvk);
    int number = known.stream().mapToInt(Found::number).max().orElse(0) + 1;
    var name =
        "%s%s-%d"
            .formatted(
                gvk.kind().toLowerCase(Locale.ROOT),
                gvk.group().isEmpty() ? "" : "." + gvk.group(),
                number);
    var created =
        objects
            .resource(
                new GenericKubernetesResourceBuilder()
                    .withApiVersion(RolloutKind.API_VERSION)
                    .withKind(RolloutKind.KIND)
                    .withNewMetadata()
                    .withName(name)
                    .endMetadata()
                    .addToAdditionalProperties(
                        "spec",
                        Map.of("group", gvk.group(), "kind", gvk.kind(), "from", from, "to", to))
                    .build())
            .create();
    watch.offer(created);
    known.stream().skip(MOST_KEPT - 1L).forEach(old -> delete(old.name()));
    return Found.of(created);
  }

  private void delete(String name) {
    objects.withName(name).delete();
  }

  /**
   * Writes the state that follows from what people ask for. Returns false if the object is gone.
   *
   * @param isClosed whether the chart or the overrides changed again: it stays as it is
   */
  boolean write(Found rollout, RolloutState state, boolean isClosed) {
    var name = rollout.name();
    var conditions = rollout.status().path("conditions");
    var patch = JSON.createObjectNode();
    patch
        .putObject("status")
        .put(OBSERVED_GENERATION, rollout.generation())
        .setAll(RolloutStatus.write(state, isClosed, conditions, Instant.now()));
    try {
      watch.offer(objects.withName(name).subresource("status").patch(MERGE, patch.toString()));
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
        watch.forget(namespace, name);
        return false;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
