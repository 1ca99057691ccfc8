package dev.catamaran.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name that depends on the primary: text with references to its fields, such as <code>
 * {{ .metadata.name }}-{{ .spec.tenant }}</code>. Other features of Go's templates are not
 * supported, so that a name is easy to predict from its template.
 *
 * @param text template as written
 */
public record NameTemplate(String text) {

  /** A primary lacks a field that its name or placement needs. */
  public static final class UnresolvedException extends Exception {
    private static final long serialVersionUID = 1L;

    UnresolvedException(String problem) {
      super(problem);
    }

    /** Returns a message for the user, which names the field. */
    public String problem() {
      return String.valueOf(getMessage());
    }
  }

  /** The allowed contents of a template, for messages. */
  static final String ALLOWED =
      "text, {{ .metadata.name }}, {{ .metadata.namespace }}, {{ .metadata.labels.x }},"
          + " {{ .metadata.annotations.x }} and {{ .spec.x.y }}";

  private static final Pattern ACTION = Pattern.compile("\\{\\{(.*?)}}", Pattern.DOTALL);
  private static final Pattern REFERENCE =
      Pattern.compile(
          "\\s*\\.(metadata\\.(?:name|namespace|labels\\.[\\w-]+|annotations\\.[\\w-]+)"
              + "|spec(?:\\.[\\w-]+)+)\\s*");

  /**
   * Reads a template.
   *
   * @throws IllegalArgumentException if it contains anything other than text and references to
   *     fields; the message names the reason
   */
  public static NameTemplate parse(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("is empty");
    }
    for (var action : ACTION.matcher(text).results().toList()) {
      if (!REFERENCE.matcher(action.group(1)).matches()) {
        throw new IllegalArgumentException("\"" + action.group() + "\" cannot be part of a name");
      }
    }
    var rest = ACTION.matcher(text).replaceAll("");
    if (rest.contains("{{") || rest.contains("}}")) {
      boolean isOpen = rest.contains("{{");
      throw new IllegalArgumentException(isOpen ? "has {{ without }}" : "has }} without {{");
    }
    return new NameTemplate(text);
  }

  /**
   * Returns whether the author of a primary can influence the name. The author chooses every field
   * except the namespace.
   */
  public boolean isChosenByPrimary() {
    return ACTION
        .matcher(text)
        .results()
        .anyMatch(action -> !action.group(1).strip().equals(".metadata.namespace"));
  }

  /** Returns the name, if it is the same for every primary. */
  public Optional<String> literal() {
    return text.contains("{{") ? Optional.empty() : Optional.of(text);
  }

  /**
   * Returns the name for a primary.
   *
   * @param primary the whole primary
   * @throws UnresolvedException if a field is absent, empty, or neither text, number nor boolean
   */
  public String of(JsonNode primary) throws UnresolvedException {
    var actions = ACTION.matcher(text);
    var name = new StringBuilder();
    while (actions.find()) {
      var field = actions.group(1).strip().substring(1);
      actions.appendReplacement(name, Matcher.quoteReplacement(value(field, primary)));
    }
    return actions.appendTail(name).toString();
  }

  private static String value(String field, JsonNode primary) throws UnresolvedException {
    var value = primary;
    for (var step : field.split("\\.", -1)) {
      value = value.path(step);
    }
    if (value.isContainerNode()) {
      throw new UnresolvedException(field + " is " + (value.isArray() ? "a list" : "a map"));
    }
    if (value.isMissingNode() || value.isNull() || value.asText().isEmpty()) {
      throw new UnresolvedException(field + " is not set");
    }
    return value.asText();
  }
}
