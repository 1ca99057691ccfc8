package dev.catamaran.manifests;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The CustomResourceDefinition of a class, as the file that kubebuilder would call it.
 *
 * @param type the custom resource class
 * @param folder where the file lies in the project
 */
record CustomResourceManifest(Class<? extends CustomResource<?, ?>> type, Path folder)
    implements Manifest, CRDPostProcessor {

  @Override
  public Path path() {
    var name = HasMetadata.getGroup(type) + "_" + HasMetadata.getPlural(type) + ".yaml";
    return folder.resolve(name);
  }

  @Override
  public String text() {
    var text = new ByteArrayOutputStream();
    var output =
        new CRDGenerator.AbstractCRDOutput<ByteArrayOutputStream>() {
          @Override
          protected ByteArrayOutputStream createStreamFor(String crdName) {
            return text;
          }
        };
    new CRDGenerator()
        .customResourceClasses(type)
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
      // The generator sorts columns by path; people want them in the order they were declared.
      version.getAdditionalPrinterColumns().sort(Comparator.comparingInt(this::declaredAt));
      formatInts(version.getSchema().getOpenAPIV3Schema());
    }
    return crd;
  }

  private int declaredAt(CustomResourceColumnDefinition column) {
    return Arrays.stream(type.getAnnotationsByType(AdditionalPrinterColumn.class))
        .map(AdditionalPrinterColumn::jsonPath)
        .toList()
        .indexOf(column.getJsonPath());
  }

  /**
   * Names the format of a Java int. For people: only the bound keeps out what the client cannot
   * read (one such object, and its informer sees none at all).
   */
  private static void formatInts(JSONSchemaProps schema) {
    if (Double.valueOf(Integer.MAX_VALUE).equals(schema.getMaximum())) {
      schema.setFormat("int32");
    }
    schema.getProperties().values().forEach(CustomResourceManifest::formatInts);
    Optional.ofNullable(schema.getItems())
        .map(items -> List.of(items.getSchema()))
        .orElse(List.of())
        .forEach(CustomResourceManifest::formatInts);
  }
}
