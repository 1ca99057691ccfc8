package dev.catamaran.watch;

import dev.catamaran.manifest.ManifestObject;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Selects objects of a manifest; all criteria must match.
 *
 * @param kind such as {@code Deployment}; empty for any
 * @param name with {@code *} for any text and {@code ?} for one letter; empty for any
 * @param labels selector for the object's labels in the manifest
 */
record ObjectPattern(Optional<String> kind, Optional<String> name, Selector labels)
    implements Predicate<ManifestObject> {
  static final ObjectPattern ANY =
      new ObjectPattern(Optional.empty(), Optional.empty(), Selector.everything());

  @Override
  public boolean test(ManifestObject object) {
    return kind.filter(wanted -> !wanted.equals(object.key().kind())).isEmpty()
        && name.filter(glob -> !object.key().name().matches(regex(glob))).isEmpty()
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

  private static String regex(String glob) {
    return glob.chars()
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
