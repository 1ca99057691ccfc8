package dev.catamaran.testkit;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Ensures that the cluster serves the reconcilers' kinds. Does not delete the applied CRDs. */
final class Definitions {
  private static final Path OF_PROJECT = Path.of("config", "crd", "bases");

  private final KubernetesClient client;
  private final Duration timeout;

  Definitions(KubernetesClient client, Duration timeout) {
    this.client = client;
    this.timeout = timeout;
  }

  /**
   * Applies all CRDs of a file, and waits until they are served.
   *
   * @throws ManagerException if the file cannot be read, or the API server refuses it
   */
  void apply(Path file) {
    try (var in = Files.newInputStream(file)) {
      apply(in, file.toString());
    } catch (IOException e) {
      throw new ManagerException(
          "the CRD %s cannot be read; check the path".formatted(file.toAbsolutePath()));
    }
  }

  /**
   * Applies the CRD of a kind from its usual locations, unless the kind is served.
   *
   * @throws ManagerException if it is in neither location
   */
  void ensure(PrimaryKind kind) {
    if (ServedKind.find(client, kind.api()).isPresent()) {
      return;
    }
    var file = OF_PROJECT.resolve(kind.fileOfProject());
    if (Files.exists(file)) {
      apply(file);
    } else {
      applyGenerated(kind);
    }
  }

  private void applyGenerated(PrimaryKind kind) {
    var resource = kind.resourceOfGenerator();
    try (var in = kind.type().getClassLoader().getResourceAsStream(resource)) {
      apply(
          Optional.ofNullable(in)
              .orElseThrow(
                  () ->
                      new ManagerException(
                          "the cluster does not serve %s, and its CRD is neither %s nor %s on the class path; name its file with TestKit.with(...).definition(file)"
                              .formatted(
                                  kind.api(), OF_PROJECT.resolve(kind.fileOfProject()), resource))),
          resource);
    } catch (IOException e) {
      throw new ManagerException("%s on the class path cannot be read".formatted(resource));
    }
  }

  private void apply(InputStream yaml, String source) {
    try {
      for (var object : client.load(yaml).items()) {
        client.resource(object).forceConflicts().serverSideApply();
        if (object instanceof CustomResourceDefinition definition) {
          awaitServed(definition);
        }
      }
    } catch (KubernetesClientException e) {
      throw new ManagerException(
          "the CRD %s cannot be installed: %s".formatted(source, Refusal.of(e)));
    }
  }

  /** A definition is established a moment before discovery lists its kind. */
  private void awaitServed(CustomResourceDefinition definition) {
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName(definition.getMetadata().getName())
        .waitUntilCondition(Definitions::isEstablished, timeout.toMillis(), TimeUnit.MILLISECONDS);
    for (var kind : kinds(definition)) {
      new Patience(timeout).until(kind + " to be served", () -> look(kind));
    }
  }

  private Patience.Look<ServedKind> look(GroupVersionKind kind) {
    return ServedKind.find(client, kind)
        .<Patience.Look<ServedKind>>map(Patience.Look.Good::new)
        .orElseGet(() -> new Patience.Look.NotYet<>(() -> "discovery does not list it"));
  }

  private static List<GroupVersionKind> kinds(CustomResourceDefinition definition) {
    var spec = definition.getSpec();
    return spec.getVersions().stream()
        .filter(version -> Boolean.TRUE.equals(version.getServed()))
        .map(
            version ->
                GroupVersionKind.parse(
                    spec.getGroup() + "/" + version.getName(), spec.getNames().getKind()))
        .toList();
  }

  /** Returns whether a CRD is established. A new one has a status without conditions. */
  private static boolean isEstablished(@Nullable CustomResourceDefinition found) {
    return Optional.ofNullable(found)
        .map(CustomResourceDefinition::getStatus)
        .map(CustomResourceDefinitionStatus::getConditions)
        .stream()
        .flatMap(List::stream)
        .anyMatch(c -> "Established".equals(c.getType()) && "True".equals(c.getStatus()));
  }
}
