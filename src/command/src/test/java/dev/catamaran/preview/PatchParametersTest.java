package dev.catamaran.preview;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PatchParametersTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void keepsKindAndParametersOfPatches() throws IOException {
    assertPart(
        """
        {"openapi": "3.0.0", "info": {"title": "Kubernetes"},
         "paths": {"/api/v1/pods/{name}": {"patch": {
           "parameters": [{"name": "fieldValidation", "in": "query", "schema": {"type": "string"}}],
           "x-kubernetes-group-version-kind": {"group": "", "kind": "Pod", "version": "v1"}}}}}
        """,
        """
        {"openapi": "3.0.0", "info": {"title": "Kubernetes"},
         "paths": {"/api/v1/pods/{name}": {
           "get": {"parameters": [{"name": "pretty", "in": "query"}]},
           "patch": {
             "description": "patch the specified Pod",
             "parameters": [{"name": "fieldValidation", "in": "query", "schema": {"type": "string"}}],
             "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
             "x-kubernetes-group-version-kind": {"group": "", "kind": "Pod", "version": "v1"}},
           "parameters": [{"name": "name", "in": "path"}]}},
         "components": {"schemas": {"Pod": {"type": "object"}}}}
        """);
  }

  @Test
  void keepsPathsOfAGroupWithoutPatches() throws IOException {
    assertPart(
        """
        {"openapi": "3.0.0", "paths": {"/apis/authentication.k8s.io/v1/tokenreviews": {}}}
        """,
        """
        {"openapi": "3.0.0", "paths": {"/apis/authentication.k8s.io/v1/tokenreviews": {
           "post": {"operationId": "create"}}}}
        """);
    assertPart("{\"paths\": {}}", "{\"paths\": {}, \"components\": {}}");
  }

  @Test
  void refusesWhatIsNotJson() {
    assertThrows(IOException.class, () -> PatchParameters.of("{\"paths\": <".getBytes(UTF_8)));
  }

  private static void assertPart(String expected, String document) throws IOException {
    assertEquals(
        JSON.readTree(expected), JSON.readTree(PatchParameters.of(document.getBytes(UTF_8))));
  }
}
