package dev.catamaran.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Converter;
import dev.catamaran.kit.Mutator;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;
import dev.catamaran.kit.Verdict.Refusal;
import dev.catamaran.kit.Webhook;
import dev.catamaran.webhook.Conversions.Spoke;
import dev.catamaran.webhook.WebhookHandler.Endpoint;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponse;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionResponseBuilder;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReviewBuilder;
import io.fabric8.zjsonpatch.JsonDiff;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Webhooks of one kind. Each was checked to be for this kind. */
public final class KindWebhooks {
  private final GroupVersionKind gvk;
  private final List<Validation<?>> validations = new ArrayList<>();
  private final List<Mutation<?>> mutations = new ArrayList<>();
  private final Map<String, Spoke<?, ?>> spokes = new HashMap<>();

  private KindWebhooks(GroupVersionKind gvk) {
    this.gvk = gvk;
  }

  /**
   * Groups an author's webhooks by type.
   *
   * @param gvk the reconciled version, and so the hub of conversions
   * @throws InvalidWebhookException if a webhook is for another kind, or does not declare its kind
   */
  public static KindWebhooks of(GroupVersionKind gvk, List<Webhook> webhooks) {
    var kind = new KindWebhooks(gvk);
    webhooks.forEach(kind::add);
    return kind;
  }

  public GroupVersionKind gvk() {
    return gvk;
  }

  /** Returns the convertible versions, without the reconciled version. */
  public Set<String> convertible() {
    return Set.copyOf(spokes.keySet());
  }

  Map<String, Endpoint> endpoints() {
    var endpoints = new HashMap<String, Endpoint>();
    if (!validations.isEmpty()) {
      endpoints.put(WebhookPaths.validate(gvk), new ValidationEndpoint(validations));
    }
    if (!mutations.isEmpty()) {
      endpoints.put(WebhookPaths.mutate(gvk), new MutationEndpoint(mutations));
    }
    return endpoints;
  }

  Conversions conversions() {
    return new Conversions(gvk, spokes);
  }

  @SuppressWarnings("unchecked") // TypedObjects.of checks the declared types.
  private void add(Webhook webhook) {
    if (webhook instanceof Validator<?> validator) {
      var objects = TypedObjects.declaredBy(webhook, Validator.class, 0);
      validations.add(
          new Validation<>((Validator<HasMetadata>) validator, objects.of(gvk, webhook)));
    }
    if (webhook instanceof Mutator<?> mutator) {
      var objects = TypedObjects.declaredBy(webhook, Mutator.class, 0);
      mutations.add(new Mutation<>((Mutator<HasMetadata>) mutator, objects.of(gvk, webhook)));
    }
    if (webhook instanceof Converter<?, ?> converter) {
      addSpoke((Converter<HasMetadata, HasMetadata>) converter);
    }
  }

  private void addSpoke(Converter<HasMetadata, HasMetadata> converter) {
    var hub = TypedObjects.declaredBy(converter, Converter.class, 0);
    var spoke = TypedObjects.declaredBy(converter, Converter.class, 1);
    var name = converter.getClass().getName();
    var version = converter.spokeVersion(spoke.type());
    if (version.isEmpty() || version.equals(gvk.version())) {
      throw new InvalidWebhookException(
          "%s converts no other version; override spokeVersion".formatted(name));
    }
    var other = new GroupVersionKind(gvk.group(), version, gvk.kind());
    var before =
        spokes.put(
            version,
            new Spoke<>(converter, hub.of(gvk, converter), spoke.of(other, converter), version));
    if (before != null) {
      throw new InvalidWebhookException(
          "%s and %s both convert %s"
              .formatted(before.converter().getClass().getName(), name, version));
    }
  }

  /**
   * Applies all mutators of a kind to an object, each to the result of the previous one.
   *
   * @param mutations at least one
   */
  private record MutationEndpoint(List<Mutation<?>> mutations) implements Endpoint {
    @Override
    public KubernetesResource answer(JsonNode review) throws BadRequestException {
      var call = AdmissionCall.of(review);
      var answer = new AdmissionAnswer(call);
      if (call.operation() == Operation.DELETE || call.isOnItsWayOut()) {
        return answer.of(Verdict.allow());
      }
      var object = call.theObject();
      try {
        return answer.patch(JsonDiff.asJson(object, mutated(object, call)));
      } catch (IllegalArgumentException e) {
        return answer.of(Verdict.refuse("", String.valueOf(e.getMessage())));
      }
    }

    private ObjectNode mutated(ObjectNode object, AdmissionCall call) {
      var mutated = object;
      for (var mutation : mutations) {
        mutated = mutation.apply(mutated, call.context());
      }
      return mutated;
    }
  }

  /**
   * Runs all validators of a kind; one refusal is enough to refuse.
   *
   * @param validations at least one
   */
  private record ValidationEndpoint(List<Validation<?>> validations) implements Endpoint {
    @Override
    public KubernetesResource answer(JsonNode review) throws BadRequestException {
      var call = AdmissionCall.of(review);
      var verdict = Verdict.allow();
      if (!call.isOnItsWayOut()) {
        for (var validation : validations) {
          verdict = verdict.and(validation.judge(call));
        }
      }
      return new AdmissionAnswer(call).of(verdict);
    }
  }

  /**
   * Changes objects with an author's mutator.
   *
   * @param objects reads and writes the changed objects
   */
  private record Mutation<P extends HasMetadata>(Mutator<P> mutator, TypedObjects<P> objects) {

    /**
     * Returns the object with the mutator's changes. Keeps the fields that the mutator's class
     * lacks.
     */
    ObjectNode apply(ObjectNode object, AdmissionContext context) {
      var copy = objects.read(object);
      var before = objects.write(copy);
      mutator.mutate(copy, context);
      return Overlay.lay(before, objects.write(copy), object);
    }
  }

  /**
   * Validates objects with an author's validator.
   *
   * @param objects reads the validated objects
   */
  private record Validation<P extends HasMetadata>(
      Validator<P> validator, TypedObjects<P> objects) {

    Verdict judge(AdmissionCall call) throws BadRequestException {
      try {
        return switch (call.operation()) {
          case CREATE -> validator.validateCreate(objects.read(call.theObject()), call.context());
          case UPDATE -> update(call, objects.read(call.theObject()));
          case DELETE -> delete(call);
        };
      } catch (RefusedObjectException e) {
        return Verdict.refuse("", e.sentence());
      }
    }

    /**
     * Validates an update. If the stored object is unreadable, validates the change as a create, so
     * that the user can repair the object.
     */
    private Verdict update(AdmissionCall call, P after) throws BadRequestException {
      P before;
      try {
        before = objects.read(call.theOldObject());
      } catch (RefusedObjectException e) {
        return validator.validateCreate(after, call.context());
      }
      return validator.validateUpdate(before, after, call.context());
    }

    /**
     * Validates a delete. Allows it if the stored object is unreadable, so that the user can delete
     * the object.
     */
    private Verdict delete(AdmissionCall call) throws BadRequestException {
      P deleted;
      try {
        deleted = objects.read(call.theOldObject());
      } catch (RefusedObjectException e) {
        return Verdict.warn("deleted without validation: " + e.sentence());
      }
      return validator.validateDelete(deleted, call.context());
    }
  }

  /**
   * Builds answers in the API server's format. A refusal has the same form as for an object that
   * violates a schema.
   *
   * @param call the answered call
   */
  private record AdmissionAnswer(AdmissionCall call) {
    private static final int UNPROCESSABLE = 422;

    AdmissionReview of(Verdict verdict) {
      var response = new AdmissionResponseBuilder().withAllowed(verdict.isAllowed());
      if (!verdict.isAllowed()) {
        response.withStatus(invalid(verdict));
      }
      return review(response.withWarnings(verdict.warnings()).build());
    }

    AdmissionReview patch(JsonNode patch) {
      var response = new AdmissionResponseBuilder().withAllowed(true);
      if (!patch.isEmpty()) {
        response
            .withPatchType("JSONPatch")
            .withPatch(Base64.getEncoder().encodeToString(patch.toString().getBytes(UTF_8)));
      }
      return review(response.build());
    }

    private AdmissionReview review(AdmissionResponse response) {
      response.setUid(call.text("/uid"));
      return new AdmissionReviewBuilder().withResponse(response).build();
    }

    private Status invalid(Verdict verdict) {
      var causes =
          verdict.refusals().stream()
              .map(
                  refusal ->
                      new StatusCause(refusal.field(), refusal.problem(), "FieldValueInvalid"))
              .toList();
      return new StatusBuilder()
          .withStatus("Failure")
          .withCode(UNPROCESSABLE)
          .withReason("Invalid")
          .withMessage(
              verdict.refusals().stream()
                  .map(AdmissionAnswer::sentence)
                  .collect(Collectors.joining("; ")))
          .withNewDetails()
          .withGroup(call.text("/kind/group"))
          .withKind(call.text("/kind/kind"))
          .withName(call.text("/name"))
          .withCauses(causes)
          .endDetails()
          .build();
    }

    private static String sentence(Refusal refusal) {
      return refusal.field().isEmpty()
          ? refusal.problem()
          : refusal.field() + ": " + refusal.problem();
    }
  }

  /**
   * Applies the difference of two objects to a third. An author's class may lack fields of an
   * object, and may write fields that the object lacks. So a change of the class's form is
   * transferred to the real object.
   */
  private static final class Overlay {
    private Overlay() {}

    /**
     * Returns a copy of {@code onto} with the differences between the two; treats lists as a whole.
     */
    static ObjectNode lay(ObjectNode before, ObjectNode after, ObjectNode onto) {
      var result = onto.deepCopy();
      var names = new TreeSet<String>();
      before.fieldNames().forEachRemaining(names::add);
      after.fieldNames().forEachRemaining(names::add);
      for (var name : names) {
        var was = before.get(name);
        var is = after.get(name);
        if (is == null) {
          result.remove(name);
        } else if (!is.equals(was)) {
          result.set(name, changed(was, is, onto.get(name)));
        }
      }
      return result;
    }

    private static JsonNode changed(@Nullable JsonNode was, JsonNode is, @Nullable JsonNode onto) {
      return was instanceof ObjectNode before
              && is instanceof ObjectNode after
              && onto instanceof ObjectNode real
          ? lay(before, after, real)
          : is;
    }
  }
}
