package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision.Origin;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The annotations in Chart.yaml by which a revision remembers whose it is and what it was made
 * from. They are in a revision's very first write; labels and annotations of its Secret would not
 * survive Helm's later ones.
 */
final class ChartAnnotations {
  private static final String PRIMARY = "catamaran.dev/primary";
  private static final String INPUT_DIGEST = "catamaran.dev/input-digest";
  private static final String LITERAL_OF = "catamaran.dev/literal-of";
  private static final String REQUEST = "catamaran.dev/reconcile-at";
  private static final String SECRET_VALUES = "catamaran.dev/secret-values";

  private ChartAnnotations() {}

  /** Their names. */
  static List<String> names() {
    return List.of(PRIMARY, INPUT_DIGEST, LITERAL_OF, REQUEST);
  }

  /** Puts them among a chart's annotations, in place of those that may be there. */
  static void write(Origin origin, ObjectNode annotations) {
    annotations.remove(names());
    annotations.put(PRIMARY, origin.primary().encode());
    annotations.put(INPUT_DIGEST, origin.inputDigest());
    origin.literalOf().ifPresent(number -> annotations.put(LITERAL_OF, String.valueOf(number)));
    if (!origin.request().isEmpty()) {
      annotations.put(REQUEST, origin.request());
    }
  }

  /**
   * Reads them back.
   *
   * @param annotation gives the value of an annotation, empty text if it is not there
   */
  static Optional<Origin> read(Function<String, String> annotation) {
    return PrimaryIdentity.decode(annotation.apply(PRIMARY))
        .map(
            primary ->
                new Origin(
                    primary,
                    annotation.apply(INPUT_DIGEST),
                    number(annotation.apply(LITERAL_OF)),
                    annotation.apply(REQUEST)));
  }

  /**
   * Puts where the secret ones of a revision's values are among the annotations, so that messages
   * about it can be kept free of them when nobody remembers them any more.
   *
   * @param places JSON pointers
   */
  static void writeSecretPlaces(List<String> places, ObjectNode annotations) {
    annotations.remove(SECRET_VALUES);
    if (!places.isEmpty()) {
      annotations.put(SECRET_VALUES, String.join("\n", places));
    }
  }

  /** Reads them back. */
  static List<String> secretPlaces(JsonNode annotations) {
    return annotations.has(SECRET_VALUES)
        ? List.of(annotations.path(SECRET_VALUES).asText().split("\n", -1))
        : List.of();
  }

  private static OptionalInt number(String text) {
    return text.matches("[1-9][0-9]{0,8}")
        ? OptionalInt.of(Integer.parseInt(text))
        : OptionalInt.empty();
  }
}
