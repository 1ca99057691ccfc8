package dev.catamaran.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A name that depends on the primary: text with references to its fields, such as <code>
 * {{ .metadata.name }}-{{ .spec.tenant }}</code>. Other features of Go's templates are not
 * supported, so that a name is easy to predict from its template.
 *
 * @param text template as written
 * @param parts parts in order
 */
public record NameTemplate(String text, List<Part> parts) {

  /** A piece of a template. */
  public sealed interface Part {

    /** Literal text. */
    record Literal(String text) implements Part {}

    /** The value of a field; the path begins with {@code metadata} or {@code spec}. */
    record Field(List<String> path) implements Part {

      @Override
      public String toString() {
        return String.join(".", path);
      }
    }
  }

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

  private static final Pattern ACTION = Pattern.compile("\\{\\{(.*?)(}}|$)", Pattern.DOTALL);
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
    var parts = new ArrayList<Part>();
    var actions = ACTION.matcher(text);
    int rest = 0;
    while (actions.find()) {
      addLiteral(parts, text.substring(rest, actions.start()));
      parts.add(field(actions.group(1), actions.group()));
      rest = actions.end();
    }
    addLiteral(parts, text.substring(rest));
    return new NameTemplate(text, parts);
  }

  private static void addLiteral(List<Part> parts, String text) {
    if (text.contains("}}")) {
      throw new IllegalArgumentException("has }} without {{");
    }
    if (!text.isEmpty()) {
      parts.add(new Part.Literal(text));
    }
  }

  private static Part.Field field(String reference, String action) {
    var match = REFERENCE.matcher(reference);
    if (!action.endsWith("}}")) {
      throw new IllegalArgumentException("has {{ without }}");
    }
    if (!match.matches()) {
      throw new IllegalArgumentException("\"" + action + "\" cannot be part of a name");
    }
    return new Part.Field(List.of(match.group(1).split("\\.")));
  }

  /**
   * Returns whether the author of a primary can influence the name. The author chooses every field
   * except the namespace.
   */
  public boolean isChosenByPrimary() {
    return parts.stream()
        .anyMatch(
            part ->
                part instanceof Part.Field(var path)
                    && !path.equals(List.of("metadata", "namespace")));
  }

  /** Returns the name, if it is the same for every primary. */
  public Optional<String> literal() {
    return parts.size() == 1 && parts.getFirst() instanceof Part.Literal(var name)
        ? Optional.of(name)
        : Optional.empty();
  }

  /**
   * Returns the name for a primary.
   *
   * @param primary the whole primary
   * @throws UnresolvedException if a field is absent, empty, or neither text, number nor boolean
   */
  public String of(JsonNode primary) throws UnresolvedException {
    var name = new StringBuilder();
    for (var part : parts) {
      name.append(
          switch (part) {
            case Part.Literal(var literal) -> literal;
            case Part.Field field -> value(field, primary);
          });
    }
    return name.toString();
  }

  private static String value(Part.Field field, JsonNode primary) throws UnresolvedException {
    var value = primary;
    for (var step : field.path()) {
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
