package dev.catamaran.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.controller.NamedClass;
import dev.catamaran.controller.TypedReconcilers;
import dev.catamaran.generate.GeneratedFiles.GeneratedFile;
import dev.catamaran.kit.Converter;
import dev.catamaran.kit.Mutator;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Webhook;
import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watch.WebhookSource;
import dev.catamaran.webhook.Operation;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.CustomResource;
import io.javaoperatorsdk.operator.api.config.Utils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
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
   */
  static TypedKind of(Watch watch, Function<GroupVersionKind, String> plurals) {
    Optional<Class<? extends HasMetadata>> primary = Optional.empty();
    if (watch.source() instanceof JavaReconcilers(var names)) {
      // All reconcilers of an entry have the same primaries.
      var reconciler = new NamedClass(watch, names.getFirst()).load(Reconciler.class);
      primary = Optional.of(TypedReconcilers.primary(watch, reconciler));
    }
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

  Optional<Definition> definition() {
    return primary
        .filter(CustomResource.class::isAssignableFrom)
        .map(type -> new Definition(Stream.concat(Stream.of(type), converted()).toList()));
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

  Set<Operation> validated() {
    var operations = EnumSet.noneOf(Operation.class);
    webhooks.stream()
        .filter(Validator.class::isAssignableFrom)
        .forEach(type -> operations.addAll(Operation.validatedBy(type)));
    return operations;
  }

  boolean mutates() {
    return webhooks.stream().anyMatch(Mutator.class::isAssignableFrom);
  }

  /**
   * The CustomResourceDefinition of a kind.
   *
   * @param versions the classes of all its versions, the reconciled version first
   */
  record Definition(List<Class<? extends HasMetadata>> versions) implements CRDPostProcessor {

    GeneratedFile in(Path folder) {
      var name =
          HasMetadata.getGroup(versions.getFirst())
              + "_"
              + HasMetadata.getPlural(versions.getFirst())
              + ".yaml";
      return new GeneratedFile(folder.resolve(name), text());
    }

    private String text() {
      var text = new ByteArrayOutputStream();
      var output =
          new CRDGenerator.AbstractCRDOutput<ByteArrayOutputStream>() {
            @Override
            protected ByteArrayOutputStream createStreamFor(String crdName) {
              return text;
            }
          };
      new CRDGenerator()
          .customResourceClasses(versions)
          .withMinQuotes(true)
          .withPostProcessor(this)
          .withOutput(output)
          .generate();
      // The schema's bounds are doubles in Java; nobody reads 2.147483647E9 as the bound of an int.
      return text.toString(UTF_8)
          .replace("2.147483647E9", "2147483647")
          .replace(": 0.0\n", ": 0\n");
    }

    @Override
    public HasMetadata process(HasMetadata crd, String crdVersion) {
      for (var version : ((CustomResourceDefinition) crd).getSpec().getVersions()) {
        // The generator sorts columns by path; people want them in the order of their declarations.
        version.getAdditionalPrinterColumns().sort(Comparator.comparingInt(this::declaredAt));
        formatInts(version.getSchema().getOpenAPIV3Schema());
      }
      return crd;
    }

    private int declaredAt(CustomResourceColumnDefinition column) {
      return versions.stream()
          .flatMap(type -> Arrays.stream(type.getAnnotationsByType(AdditionalPrinterColumn.class)))
          .map(AdditionalPrinterColumn::jsonPath)
          .toList()
          .indexOf(column.getJsonPath());
    }

    /**
     * Names the format of a Java int. For people: only the bound keeps out what the client cannot
     * read.
     */
    private static void formatInts(JSONSchemaProps schema) {
      if (Double.valueOf(Integer.MAX_VALUE).equals(schema.getMaximum())) {
        schema.setFormat("int32");
      }
      schema.getProperties().values().forEach(Definition::formatInts);
      Optional.ofNullable(schema.getItems())
          .map(items -> List.of(items.getSchema()))
          .orElse(List.of())
          .forEach(Definition::formatInts);
    }
  }
}
