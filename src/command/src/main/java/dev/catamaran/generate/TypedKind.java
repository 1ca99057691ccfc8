package dev.catamaran.generate;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.controller.NamedClass;
import dev.catamaran.controller.TypedReconcilers;
import dev.catamaran.kit.Converter;
import dev.catamaran.kit.Mutator;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Webhook;
import dev.catamaran.watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.WebhookSource;
import dev.catamaran.webhook.Operation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.config.Utils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The classes of an entry of watches.yaml.
 *
 * @param gvk the kind, in the reconciled version
 * @param primary class of the primaries; empty for a kind with a chart
 * @param webhooks classes of the webhooks
 * @param plural name of the resource in the API
 */
record TypedKind(
    GroupVersionKind gvk,
    Optional<Class<? extends HasMetadata>> primary,
    List<Class<? extends Webhook>> webhooks,
    String plural) {

  /**
   * Loads the classes of an entry.
   *
   * @param plurals names the resource of a kind without a class
   * @throws dev.catamaran.api.ManagerException if one is not on the class path, or is of another
   *     type
   */
  static TypedKind of(Watch watch, Function<GroupVersionKind, String> plurals) {
    Optional<Class<? extends HasMetadata>> primary =
        reconciler(watch).map(type -> TypedReconcilers.primary(watch, type));
    return new TypedKind(
        watch.gvk(),
        primary,
        watch.webhooks().stream()
            .flatMap(
                source ->
                    source instanceof WebhookSource.Named(var name)
                        ? Stream.of(name)
                        : Stream.empty())
            .<Class<? extends Webhook>>map(name -> new NamedClass(watch, name).load(Webhook.class))
            .toList(),
        primary.map(HasMetadata::getPlural).orElseGet(() -> plurals.apply(watch.gvk())));
  }

  /** All reconcilers of an entry have the same primaries. */
  private static Optional<Class<?>> reconciler(Watch watch) {
    return watch.source() instanceof JavaReconcilers(var names)
        ? Optional.of(new NamedClass(watch, names.getFirst()).load(Reconciler.class))
        : Optional.empty();
  }

  /** Returns the definition; empty if the kind is not a custom resource with a class. */
  Optional<TypedDefinition> definition() {
    return primary
        .filter(CustomResource.class::isAssignableFrom)
        .map(type -> new TypedDefinition(Stream.concat(Stream.of(type), converted()).toList()));
  }

  private Stream<Class<? extends HasMetadata>> converted() {
    return webhooks.stream()
        .filter(Converter.class::isAssignableFrom)
        .<Class<? extends HasMetadata>>map(
            type ->
                Utils.getTypeArgumentFromSuperClassOrInterfaceByIndex(type, Converter.class, 1)
                    .asSubclass(HasMetadata.class))
        .filter(CustomResource.class::isAssignableFrom);
  }

  /** Returns the operations that the validators check. */
  Set<Operation> validated() {
    var operations = EnumSet.noneOf(Operation.class);
    webhooks.stream()
        .filter(Validator.class::isAssignableFrom)
        .forEach(type -> operations.addAll(Operation.validatedBy(type)));
    return operations;
  }

  /** Returns whether there are mutators. */
  boolean mutates() {
    return webhooks.stream().anyMatch(Mutator.class::isAssignableFrom);
  }
}
