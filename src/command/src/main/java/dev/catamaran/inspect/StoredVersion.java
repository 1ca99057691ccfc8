package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The version of an object.
 *
 * @param generation changes with the spec
 * @param resource resourceVersion; changes with each write
 */
public record StoredVersion(String uid, long generation, String resource) {

  static StoredVersion of(JsonNode metadata) {
    return new StoredVersion(
        metadata.path("uid").asText(""),
        metadata.path("generation").asLong(0),
        metadata.path("resourceVersion").asText(""));
  }
}
