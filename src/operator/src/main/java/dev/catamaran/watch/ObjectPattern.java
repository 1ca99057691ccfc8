package dev.catamaran.watch;

import com.google.re2j.Pattern;
import dev.catamaran.manifest.ManifestObject;
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
record ObjectPattern(Optional<String> kind, Optional<String> name, Selector labels)
    implements Predicate<ManifestObject> {
  static final ObjectPattern ANY =
      new ObjectPattern(Optional.empty(), Optional.empty(), Selector.everything());

  @Override
  public boolean test(ManifestObject object) {
    return kind.filter(wanted -> !wanted.equals(object.key().kind())).isEmpty()
        && name.filter(glob -> !Pattern.matches(regex(glob), object.key().name())).isEmpty()
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

  /** Java's own expressions would try each position of each {@code *} with those of the others. */
  private static String regex(String glob) {
    return glob.codePoints()
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
