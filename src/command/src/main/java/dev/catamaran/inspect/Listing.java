package dev.catamaran.inspect;

import dev.catamaran.inspect.PrimaryRow.PrimaryList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The primaries that a person may list.
 *
 * @param listed by their kinds
 * @param refused the kinds that the API server does not let this person list
 * @param unserved a sentence about the kinds of watches.yaml that the cluster does not serve; empty
 *     if there are none
 */
public record Listing(
    SequencedMap<PrimaryKind, List<PrimaryObject>> listed,
    List<PrimaryKind> refused,
    Optional<String> unserved) {
  private static final int MOST_NAMES = 3;

  public Stream<PrimaryObject> primaries() {
    return listed.values().stream().flatMap(List::stream);
  }

  public PrimaryList rows() {
    return new PrimaryList(primaries().map(PrimaryRow::of).toList());
  }

  /** Returns a sentence about the kinds that are not in the list; empty if there are none. */
  public Optional<String> note() {
    return Stream.concat(forbidden().stream(), unserved.stream())
        .reduce((one, other) -> one + "; " + other);
  }

  /** Returns a sentence about the refused kinds; empty if there are none. */
  public Optional<String> forbidden() {
    if (refused.isEmpty()) {
      return Optional.empty();
    }
    var shown =
        refused.stream()
            .limit(MOST_NAMES)
            .map(PrimaryKind::qualified)
            .collect(Collectors.joining(", "));
    var more =
        refused.size() > MOST_NAMES ? " and %d more".formatted(refused.size() - MOST_NAMES) : "";
    return Optional.of("not listed, because you have no permission to list them: " + shown + more);
  }
}
