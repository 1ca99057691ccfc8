package dev.catamaran.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.run.TerminalText;
import dev.catamaran.status.Reasons;
import dev.catamaran.status.Sentences;
import dev.catamaran.terminal.Ink;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A condition of a primary.
 *
 * @param lastTransitionTime RFC 3339; may be empty
 */
public record Condition(
    String type, String status, String reason, String message, String lastTransitionTime) {
  /** Conditions that are bad news if they are true. */
  private static final Set<String> BAD_IF_TRUE =
      Set.of(
          Reasons.RELEASE_FAILED,
          Reasons.IRRECONCILABLE,
          Reasons.DRIFTED,
          Reasons.STALLED,
          Reasons.PAUSED,
          Reasons.SPEC_NOT_FOLLOWED,
          Reasons.POST_HOOK_FAILED,
          Reasons.ANNOTATIONS_IGNORED);

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

  public static Optional<Condition> find(String type, List<Condition> conditions) {
    return conditions.stream().filter(each -> each.type().equals(type)).findFirst();
  }

  public Condition hiding(SecretTexts secrets) {
    return new Condition(type, status, reason, secrets.hide(message), lastTransitionTime);
  }

  public String sentence(List<Condition> all) {
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

  public Ink ink() {
    if (!BAD_IF_TRUE.contains(type)) {
      return Ink.ofStatus(status);
    }
    return isTrue() ? Ink.BAD : Ink.PLAIN;
  }
}
