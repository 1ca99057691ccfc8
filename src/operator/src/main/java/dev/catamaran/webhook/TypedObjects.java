package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.Webhook;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.config.Utils;
import java.util.stream.Collectors;

/**
 * Reads and writes objects of one class.
 *
 * @param type class from the author's declaration
 */
record TypedObjects<P extends HasMetadata>(Class<P> type) {
  /**
   * Ignores unknown fields, as Go does: a newer definition may have a field that this operator does
   * not support yet.
   */
  private static final KubernetesSerialization SERIALIZATION =
      new KubernetesSerialization(
          JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build(),
          /* searchClassloaders= */ false);

  /**
   * Returns the class that a webhook declares for a type parameter of its interface.
   *
   * @throws InvalidWebhookException if it declares none
   */
  static TypedObjects<HasMetadata> declaredBy(
      Webhook webhook, Class<? extends Webhook> contract, int parameter) {
    try {
      var found =
          Utils.getTypeArgumentFromSuperClassOrInterfaceByIndex(
              webhook.getClass(), contract, parameter);
      @SuppressWarnings("unchecked") // The contract's bound is HasMetadata.
      var type = (Class<HasMetadata>) found.asSubclass(HasMetadata.class);
      return new TypedObjects<>(type);
    } catch (RuntimeException e) {
      throw new InvalidWebhookException(
          "%s does not say what it is about; make it a class that implements %s<YourType>"
              .formatted(webhook.getClass().getName(), contract.getSimpleName()));
    }
  }

  boolean isGeneric() {
    return GenericKubernetesResource.class.isAssignableFrom(type);
  }

  /** Returns this instance, if it reads objects of that kind. */
  TypedObjects<P> of(GroupVersionKind gvk, Webhook webhook) {
    var own =
        new GroupVersionKind(HasMetadata.getGroup(type), version(), HasMetadata.getKind(type));
    if (isGeneric() || own.equals(gvk)) {
      return this;
    }
    throw new InvalidWebhookException(
        "%s is about %s".formatted(webhook.getClass().getName(), own));
  }

  private String version() {
    return String.valueOf(HasMetadata.getVersion(type));
  }

  /**
   * Reads an object.
   *
   * @throws RefusedObjectException if the object does not fit the class
   */
  P read(JsonNode object) {
    try {
      return SERIALIZATION.convertValue(object, type);
    } catch (IllegalArgumentException e) {
      throw new RefusedObjectException(sentence(e));
    }
  }

  ObjectNode write(P object) {
    return SERIALIZATION.convertValue(object, ObjectNode.class);
  }

  private String sentence(IllegalArgumentException e) {
    if (!(e.getCause() instanceof JsonMappingException problem)) {
      return "cannot be read as " + type.getSimpleName();
    }
    var field =
        problem.getPath().stream()
            .map(
                step ->
                    step.getFieldName() == null
                        ? String.valueOf(step.getIndex())
                        : step.getFieldName())
            .collect(Collectors.joining("."));
    return "%s cannot be read as %s has it".formatted(field, type.getSimpleName());
  }
}
