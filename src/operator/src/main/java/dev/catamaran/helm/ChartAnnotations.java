package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.release.Asked;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision.Origin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The annotations in Chart.yaml by which a revision stores its primary and its input. A revision's
 * first write already contains them. Labels and annotations of its Secret would not survive Helm's
 * later writes.
 */
final class ChartAnnotations {
  private static final String PRIMARY = "catamaran.dev/primary";
  static final String INPUT_DIGEST = "catamaran.dev/input-digest";
  private static final String LITERAL_OF = "catamaran.dev/literal-of";
  private static final String REQUEST = "catamaran.dev/reconcile-at";

  /** The engine's signature. */
  static final String SIGNATURE = "catamaran.dev/signature";

  /** What the engine says of a failed operation. Its revision has it from the last write on. */
  static final String FAILURE = "catamaran.dev/failure";

  /** What the templates asked, in the engine's words. */
  static final String ASKED = "catamaran.dev/asked";

  private static final String SECRET_VALUES = "catamaran.dev/secret-values";

  private ChartAnnotations() {}

  static List<String> names() {
    return List.of(PRIMARY, INPUT_DIGEST, LITERAL_OF, REQUEST, ASKED);
  }

  /** Returns all of them for a stored revision; an empty one is to be removed. */
  static Map<String, String> whole(Origin origin) {
    var written = replacing(origin);
    written.put(ASKED, origin.asked().map(Asked::text).orElse(""));
    return written;
  }

  /**
   * Returns them for a revision of this release, with the JSON pointers of its secret values: so
   * messages about the revision can omit these values even if the operator no longer remembers
   * them.
   */
  static Map<String, String> of(DesiredRelease desired) {
    var written = replacing(desired.origin());
    written.put(SECRET_VALUES, String.join("\n", desired.secrets().placesIn(desired.values())));
    return written;
  }

  /**
   * Returns them for a revision of that origin; an empty one is to be removed. The engine writes
   * what the templates asked.
   */
  static Map<String, String> replacing(Origin origin) {
    var written = new TreeMap<String, String>();
    written.put(PRIMARY, origin.primary().encode());
    written.put(INPUT_DIGEST, origin.inputDigest());
    written.put(
        LITERAL_OF, origin.literalOf().isPresent() ? "" + origin.literalOf().getAsInt() : "");
    written.put(REQUEST, origin.request());
    return written;
  }

  /**
   * Reads them.
   *
   * @param annotation returns the value of an annotation, empty text for a missing one
   */
  static Optional<Origin> read(Function<String, String> annotation) {
    return PrimaryIdentity.decode(annotation.apply(PRIMARY))
        .map(
            primary ->
                new Origin(
                    primary,
                    annotation.apply(INPUT_DIGEST),
                    number(annotation.apply(LITERAL_OF)),
                    annotation.apply(REQUEST),
                    Asked.parse(annotation.apply(ASKED))));
  }

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
