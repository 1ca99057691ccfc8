package dev.catamaran.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalFormTest {
  /** Columns: metadata, namespace of the object, metadata that a client may write. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '\0',
      textBlock =
          """
          {name: a, uid: b, resourceVersion: '1', generation: 2, managedFields: [], annotations: {deployment.kubernetes.io/revision: '3', own: c}} | shop | {name: a, annotations: {own: c}}
          {name: a, namespace: shop} | shop | {name: a, namespace: shop}
          {name: a, namespace: shop} |  | {name: a}
          """)
  void hasNothingThatTheApiServerAloneWrites(String written, String namespace, String left) {
    var object = object(written);
    var before = object.content().deepCopy();
    assertEquals(
        object(left).content(),
        NormalForm.of(object, object.key().in(namespace == null ? "" : namespace)));
    assertEquals(before, object.content(), "the manifest stays as it is");
  }

  private static ManifestObject object(String metadata) {
    return Manifest.of("{apiVersion: v1, kind: Pod, metadata: %s}".formatted(metadata))
        .objects()
        .getFirst();
  }
}
