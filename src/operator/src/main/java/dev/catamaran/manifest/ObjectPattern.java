package dev.catamaran.manifest;

import com.google.re2j.Pattern;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Selects objects of a manifest; all criteria must match.
 *
 * @param kind such as {@code Deployment}; empty for any
 * @param name with {@code *} for any text and {@code ?} for one letter; empty for any
 * @param labels selector for the object's labels in the manifest
 */
public record ObjectPattern(Optional<String> kind, Optional<String> name, LabelSelector labels)
    implements Predicate<ManifestObject> {

  /** A selector for labels, as the API server reads it. */
  public interface LabelSelector {
    boolean matches(Map<String, String> labels);

    /** Returns it as the API server writes it: {@code app=x,tier in (a,b),!old}. */
    String toSelectorString();
  }

  @Override
  public boolean test(ManifestObject object) {
    return kind.filter(wanted -> !wanted.equals(object.key().kind())).isEmpty()
        && (name.isEmpty() || Pattern.matches(nameExpression(), object.key().name()))
        && labels.matches(labelsOf(object));
  }

  private static Map<String, String> labelsOf(ManifestObject object) {
    var labels = new TreeMap<String, String>();
    object
        .content()
        .path("metadata")
        .path("labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return labels;
  }

  /**
   * Returns a regular expression for the name (RE2); empty for any name. Java's own expressions
   * would try each position of each {@code *} with those of the others.
   */
  public String nameExpression() {
    return name.orElse("")
        .codePoints()
        .mapToObj(
            letter ->
                switch (letter) {
                  case '*' -> ".*";
                  case '?' -> ".";
                  default -> Pattern.quote(Character.toString(letter));
                })
        .collect(Collectors.joining());
  }
}
