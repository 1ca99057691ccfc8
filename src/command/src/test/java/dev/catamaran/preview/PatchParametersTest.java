package dev.catamaran.preview;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PatchParametersTest {
  @Test
  void keepsKindAndParametersOfPatches() throws IOException {
    var patch =
        """
        "parameters": [{"name": "fieldValidation", "in": "query"}],
        "x-kubernetes-group-version-kind": {"group": "", "kind": "Pod", "version": "v1"}}
        """;
    assertPart(
        """
        {"openapi": "3.0.0", "paths": {"/a": {}, "/pods": {"patch": {%s}}}
        """
            .formatted(patch),
        """
        {"openapi": "3.0.0", "paths": {
           "/a": {"post": {"operationId": "create"}},
           "/pods": {
             "get": {"parameters": [{"name": "pretty", "in": "query"}]},
             "parameters": [{"name": "name", "in": "path"}],
             "patch": {"description": "patch the specified Pod", "requestBody": {"content": {}}, %s}},
         "components": {"schemas": {"Pod": {"type": "object"}}}}
        """
            .formatted(patch));
    assertPart("{\"paths\": {}}", "{\"paths\": {}, \"components\": {}}");
    assertThrows(IOException.class, () -> PatchParameters.of("{\"paths\": <".getBytes(UTF_8)));
  }

  private static void assertPart(String expected, String document) throws IOException {
    var json = new JsonMapper();
    var part = PatchParameters.of(document.getBytes(UTF_8));
    assertEquals(json.readTree(expected), json.readTree(part));
  }
}
