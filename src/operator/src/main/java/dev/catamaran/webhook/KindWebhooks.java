package dev.catamaran.webhook;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.Converter;
import dev.catamaran.kit.Mutator;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Webhook;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /** Returns the kind, in the reconciled version. */
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
}
