package dev.catamaran.helm;

import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.Revision.Origin;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The two annotations in Chart.yaml by which a revision remembers whose it is and what it was made
 * from. They are in a revision's very first write; labels and annotations of its Secret would not
 * survive Helm's later ones.
 */
final class ChartAnnotations {
  private static final String PRIMARY = "catamaran.dev/primary";
  private static final String INPUT_DIGEST = "catamaran.dev/input-digest";

  private ChartAnnotations() {}

  static Map<String, String> of(PrimaryIdentity primary, String inputDigest) {
    return Map.of(PRIMARY, primary.encode(), INPUT_DIGEST, inputDigest);
  }

  /**
   * Reads them back.
   *
   * @param annotation gives the value of an annotation, empty text if it is not there
   */
  static Optional<Origin> read(Function<String, String> annotation) {
    return PrimaryIdentity.decode(annotation.apply(PRIMARY))
        .map(primary -> new Origin(primary, annotation.apply(INPUT_DIGEST)));
  }
}
