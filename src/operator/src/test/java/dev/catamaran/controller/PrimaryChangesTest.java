package dev.catamaran.controller;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.primary.PrimaryFixture;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrimaryChangesTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          metadata: {}                                             | false
          status: {conditions: [{type: Ready, status: 'True'}]}    | false
          metadata: {resourceVersion: '9'}                         | false
          metadata: {managedFields: [{manager: m}]}                | false
          metadata: {ownerReferences: [{name: o, uid: u}]}         | false
          metadata: {generation: 2}                                | true
          metadata: {uid: uid-2}                                   | true
          metadata: {labels: {team: b}}                            | true
          metadata: {labels: {tier: x}}                            | true
          metadata: {annotations: {note: x}}                       | true
          metadata: {finalizers: [a, b]}                           | true
          metadata: {deletionTimestamp: '2026-03-01T12:00:00Z'}    | true
          """)
  void startAPassUnlessTheyAreOnlyBookkeeping(String change, boolean startsAPass)
      throws IOException {
    var changes = new PrimaryChanges();
    assertEquals(startsAPass, changes.accept(primary(change), primary("{}")));
    assertEquals(startsAPass, changes.accept(primary("{}"), primary(change)));
  }

  private static OfKind primary(String change) throws IOException {
    var primary =
        (ObjectNode)
            YAML.readTree(
                """
                apiVersion: cache.my.domain/v1alpha1
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
    return YAML.treeToValue(primary, PrimaryFixture.MEMCACHED);
  }
}
