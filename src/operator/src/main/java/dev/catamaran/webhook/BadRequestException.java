package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;

/** A request that no API server sends, or that its configuration sends to the wrong path. */
final class BadRequestException extends Exception {
  private static final long serialVersionUID = 1;

  BadRequestException(String sentence) {
    super(sentence);
  }

  String sentence() {
    return String.valueOf(getMessage());
  }

  static JsonNode request(JsonNode review, String kind) throws BadRequestException {
    if (!review.path("kind").asText().equals(kind) || !review.path("request").isObject()) {
      throw new BadRequestException("the body is no " + kind + " with a request");
    }
    return review.path("request");
  }
}
