package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/** An answer of the stand-in API server. */
public sealed interface Answer {
  String JSON = "application/json";

  /**
   * A complete answer.
   *
   * @param code HTTP status
   * @param type media type
   * @param body its content
   */
  record Whole(int code, String type, String body) implements Answer {}

  /**
   * A complete answer of another server.
   *
   * @param code HTTP status
   * @param type media type
   * @param body its content
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Bytes(int code, String type, byte[] body) implements Answer {}

  /**
   * Events of a watch, which stays open.
   *
   * @param events one JSON object each
   */
  record Watch(List<JsonNode> events) implements Answer {}

  /** Returns a complete answer with an object. */
  static Answer of(int code, JsonNode object) {
    return new Whole(code, JSON, object.toString());
  }

  /** Returns the answer after a deletion. */
  static Answer success() {
    return of(200, status("Success", "", 200));
  }

  /** Returns the answer for a missing object. */
  static Answer notFound(String what) {
    var status = status("Failure", what + " not found", 404);
    return of(404, status);
  }

  private static com.fasterxml.jackson.databind.node.ObjectNode status(
      String result, String message, int code) {
    var status = JsonNodeFactory.instance.objectNode();
    status.put("kind", "Status").put("apiVersion", "v1").put("status", result);
    if (code == 404) {
      status.put("reason", "NotFound").put("message", message);
    }
    return status.put("code", code);
  }
}
