package dev.catamaran.prediction;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.trial.Apis;
import dev.catamaran.trial.Trial;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a row can change: the copy of a chart, its entry in watches.yaml, its primary, and live
 * objects. In names and YAML, <code>{R}</code> is the name of the release, and <code>{NS}</code>
 * its namespace. Closing it deletes the definitions that it created.
 */
public final class Scenario implements AutoCloseable {
  private final Path folder;
  private final TestNamespace namespace;
  private final Map<String, String> options = new TreeMap<>();
  private final List<Resource<CustomResourceDefinition>> definitions = new ArrayList<>();
  private final Trial trial;
  private final Apis apis;

  Scenario(Path folder, TestNamespace namespace, Trial trial, Apis apis) {
    this.folder = folder;
    this.namespace = namespace;
    this.trial = trial;
    this.apis = apis;
  }

  /** The primary and the objects of its release. */
  public Trial trial() {
    return trial;
  }

  /** Merges into the spec of the primary. */
  void spec(String yaml) {
    trial.apply(filled(yaml));
  }

  /** Sets an annotation of the primary. */
  void annotate(String key, String value) {
    trial.annotate(key, value);
  }

  /** Sets an option of the entry in watches.yaml. */
  void option(String name, String yaml) {
    options.put(name, yaml);
  }

  Map<String, String> options() {
    return options;
  }

  /** Writes a file of the chart. */
  void file(String path, String content) {
    try {
      Files.createDirectories(folder.resolve(path).resolveSibling(""));
      Files.writeString(folder.resolve(path), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces each occurrence of a text in a file of the chart. */
  void edit(String path, String text, String by) {
    var content = read(path);
    assertTrue(content.contains(text), () -> path + " has no " + text + ":\n" + content);
    file(path, content.replace(text, by));
  }

  private String read(String path) {
    try {
      return Files.readString(folder.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates a definition in a file of the chart, as another client does. */
  void define(String path) {
    var definition = Serialization.unmarshal(read(path), CustomResourceDefinition.class);
    var resource = namespace.client().resource(definition);
    resource.create();
    definitions.add(resource);
    eventually(
        () ->
            assertNotNull(
                namespace
                    .client()
                    .getApiResources(
                        definition.getSpec().getGroup()
                            + "/"
                            + definition.getSpec().getVersions().getFirst().getName())));
  }

  /** Creates or replaces an object in the namespace, as another client does. */
  void object(String yaml) {
    var object = Serialization.unmarshal("---\n" + filled(yaml), GenericKubernetesResource.class);
    namespace
        .client()
        .resource(object)
        .inNamespace(namespace.name())
        .createOr(r -> r.patch(PatchContext.of(PatchType.JSON_MERGE), object));
  }

  /** Applies a merge patch to a live object, as another client does. */
  void live(String apiVersion, String kind, String name, String yaml) {
    trial()
        .object(key(apiVersion, kind, name))
        .patch(PatchContext.of(PatchType.JSON_MERGE), "---\n" + filled(yaml));
  }

  /** Deletes a live object, as another client does. */
  void gone(String apiVersion, String kind, String name) {
    trial.object(key(apiVersion, kind, name)).delete();
  }

  private ObjectKey key(String apiVersion, String kind, String name) {
    var slash = name.indexOf('/');
    var key =
        new ObjectKey(
            apiVersion,
            kind,
            slash < 0 ? "" : filled(name.substring(0, slash)),
            filled(name.substring(slash + 1)));
    return apis.locate(key, namespace.name());
  }

  private String filled(String text) {
    return text.replace("{R}", trial.name()).replace("{NS}", namespace.name());
  }

  /** Deletes the definitions. */
  @Override
  public void close() {
    definitions.forEach(Resource::delete);
  }
}
