package dev.catamaran.loopback;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/**
 * Selectors of a LIST or WATCH. Of fields it knows the name, of labels equality; all others select
 * everything.
 *
 * @param labels such as {@code owner=helm,status!=superseded}
 * @param fields such as {@code metadata.name=job}
 */
public record Selection(String labels, String fields) {
  private static final Pattern TERM =
      Pattern.compile("(?<key>[^=!,]+)(?<operator>==?|!=)(?<value>[^,]*)");

  /** Whether it selects the object. */
  public boolean selects(JsonNode object) {
    var metadata = object.path("metadata");
    return matches(labels, metadata.path("labels"), "") && matches(fields, metadata, "metadata.");
  }

  private static boolean matches(String selector, JsonNode values, String prefix) {
    return TERM.matcher(selector)
        .results()
        .filter(term -> term.group(1).startsWith(prefix))
        .allMatch(
            term -> {
              var value = values.path(term.group(1).substring(prefix.length())).asText("");
              return value.equals(term.group(3)) != term.group(2).equals("!=");
            });
  }
}
