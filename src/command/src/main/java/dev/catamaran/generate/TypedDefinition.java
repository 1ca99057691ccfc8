package dev.catamaran.generate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The CustomResourceDefinition of a kind.
 *
 * @param versions the classes of all its versions, the reconciled version first
 */
record TypedDefinition(List<Class<? extends HasMetadata>> versions) implements CRDPostProcessor {

  /** Returns the manifest, with the file name that kubebuilder gives it. */
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
    return text.toString(UTF_8).replace("2.147483647E9", "2147483647").replace(": 0.0\n", ": 0\n");
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
    schema.getProperties().values().forEach(TypedDefinition::formatInts);
    Optional.ofNullable(schema.getItems())
        .map(items -> List.of(items.getSchema()))
        .orElse(List.of())
        .forEach(TypedDefinition::formatInts);
  }
}
