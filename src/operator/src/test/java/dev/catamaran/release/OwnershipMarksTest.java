package dev.catamaran.release;

import static dev.catamaran.release.Revisions.PRIMARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipMarksTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{labels: {catamaran.dev/operator: a}, ownerReferences: [{uid: b}], name: x} | {name: x}",
        "{labels: {catamaran.dev/operator: a, app: web}, name: x} | {labels: {app: web}, name: x}",
        "{labels: {app: web}, ownerReferences: [{uid: b}]} | {labels: {app: web}, ownerReferences: [{uid: b}]}",
        "{labels: {}, name: x} | {labels: {}, name: x}",
        "{labels: , name: x} | {labels: , name: x}",
        "{name: x} | {name: x}",
        "text | text"
      })
  void areRemovedTogether(String metadata, String left) throws IOException {
    var object = object(metadata);
    OwnershipMarks.removeFrom(object);
    assertEquals(object(left), object);
  }

  @Test
  void reachTheNamespaceOfTheirPrimary() {
    var marks = new OwnershipMarks("ours", PRIMARY);
    assertTrue(marks.reach("shop"));
    assertFalse(marks.reach("elsewhere"));
    assertFalse(marks.reach(""));
    var cluster = new PrimaryIdentity("my.domain/v1", "Site", "", "site", "uid-2");
    assertTrue(new OwnershipMarks("ours", cluster).reach("shop"));
  }

  private static ObjectNode object(String metadata) throws IOException {
    return (ObjectNode) new YAMLMapper().readTree("metadata: " + metadata);
  }
}
