package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.cluster.KindClasses;
import dev.catamaran.cluster.KindClasses.OfKind;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PrimaryChangesTest {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Class<? extends OfKind> MEMCACHED =
      KindClasses.of(
          new ResourceDefinitionContext.Builder()
              .withGroup("cache.my.domain")
              .withVersion("v1")
              .withKind("Memcached")
              .withPlural("memcacheds")
              .withNamespaced(true)
              .build());

  static Stream<Arguments> changes() {
    return Stream.of(
        arguments("nothing", "metadata: {}", false),
        arguments("status", "status: {conditions: [{type: Ready, status: 'True'}]}", false),
        arguments("resource version", "metadata: {resourceVersion: '9'}", false),
        arguments("managed fields", "metadata: {managedFields: [{manager: m}]}", false),
        arguments("owner", "metadata: {ownerReferences: [{name: o, uid: u}]}", false),
        arguments("spec", "metadata: {generation: 2}", true),
        arguments("recreated", "metadata: {uid: uid-2}", true),
        arguments("label", "metadata: {labels: {team: b}}", true),
        arguments("new label", "metadata: {labels: {tier: x}}", true),
        arguments("annotation", "metadata: {annotations: {note: x}}", true),
        arguments("finalizer", "metadata: {finalizers: [a, b]}", true),
        arguments("deletion", "metadata: {deletionTimestamp: '2026-03-01T12:00:00Z'}", true));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void startAPassUnlessTheyAreOnlyBookkeeping(String what, String change, boolean startsAPass)
      throws IOException {
    var changes = new PrimaryChanges();
    assertEquals(startsAPass, changes.accept(primary(change), primary("{}")), what);
    assertEquals(startsAPass, changes.accept(primary("{}"), primary(change)), what);
  }

  private static OfKind primary(String change) throws IOException {
    var primary =
        (ObjectNode)
            YAML.readTree(
                """
                apiVersion: cache.my.domain/v1
                kind: Memcached
                metadata:
                  name: cache
                  uid: uid-1
                  generation: 1
                  resourceVersion: "7"
                  labels: {team: a}
                  finalizers: [a]
                """);
    var unused = YAML.readerForUpdating(primary).readValue(change);
    return YAML.treeToValue(primary, MEMCACHED);
  }
}
