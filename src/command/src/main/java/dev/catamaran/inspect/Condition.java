package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.Sentences;
import java.util.List;
import java.util.Optional;

/**
 * A condition of a primary.
 *
 * @param lastTransitionTime RFC 3339; may be empty
 */
public record Condition(
    String type, String status, String reason, String message, String lastTransitionTime) {
  /** Reads the conditions of an object; skips entries without a type. */
  static List<Condition> of(JsonNode object) {
    return object
        .path("status")
        .path("conditions")
        .valueStream()
        .filter(node -> node.hasNonNull("type"))
        .map(
            node ->
                new Condition(
                    node.path("type").asText(),
                    node.path("status").asText(""),
                    node.path("reason").asText(""),
                    node.path("message").asText(""),
                    node.path("lastTransitionTime").asText("")))
        .toList();
  }

  static Optional<Condition> find(String type, List<Condition> conditions) {
    return conditions.stream().filter(each -> each.type().equals(type)).findFirst();
  }

  /** Returns this condition without those texts. */
  Condition hiding(SecretTexts secrets) {
    return new Condition(type, status, reason, secrets.hide(message), lastTransitionTime);
  }

  /** Returns the message, or that of Ready if it refers to it. */
  String sentence(List<Condition> all) {
    return message.equals(Sentences.REFERENCE)
        ? find(Reasons.READY, all).map(Condition::message).orElse(message)
        : message;
  }

  /** Returns the first line of the message: NOTES of a chart have many. */
  public String firstLine() {
    var lines = message.strip().lines().toList();
    return TerminalText.oneLine(lines.size() > 1 ? lines.getFirst() + " …" : message);
  }

  boolean isTrue() {
    return status.equals("True");
  }
}
