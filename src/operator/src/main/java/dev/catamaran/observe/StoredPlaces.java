package dev.catamaran.observe;

import dev.catamaran.cluster.ReleaseObjects;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.ChartPlaces;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.ReleaseState;
import dev.catamaran.release.Revision;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keeps the operator from adopting and repairing objects of a stored revision that may not be where
 * they are: an earlier version made them, or watches.yaml allowed them then.
 *
 * @param objects tells where objects of a revision are
 * @param charts tells what a chart makes by itself
 */
public record StoredPlaces(ReleaseObjects objects, ChartPlaces charts) {
  private static final int MOST_NAMED = 3;

  /**
   * Returns a state in which nothing out of place is repaired. A revision from other input is to be
   * replaced: its successor is judged when Helm has rendered it.
   *
   * @throws InvalidPrimaryException if the revision is to stay, and has objects out of place
   */
  public ReleaseState checked(ReleaseState state, DesiredRelease desired)
      throws InvalidPrimaryException {
    if (state instanceof ReleaseState.OutOfSync(var current, var drifts)) {
      return drifts.isEmpty() || misplaced(current, desired).isEmpty()
          ? state
          : new ReleaseState.OutOfSync(current, List.of());
    }
    var misplaced = staying(state).map(r -> misplaced(r, desired)).orElse(List.of());
    if (misplaced.isEmpty()) {
      return state;
    }
    throw InvalidPrimaryException.ofStored(
        "%s of the stored revision %s not in the namespace of the release, and the chart makes it only with the values of this release; the operator leaves the release as it is. An administrator can allow it by places: [%s] for this kind in watches.yaml"
            .formatted(
                named(misplaced),
                misplaced.size() == 1 ? "is" : "are",
                misplaced.stream()
                    .map(AllowedPlace::of)
                    .map(AllowedPlace::toString)
                    .distinct()
                    .collect(Collectors.joining(", "))));
  }

  private static String named(List<ObjectKey> objects) {
    return ObjectKey.list(objects.stream().limit(MOST_NAMED).toList())
        + (objects.size() > MOST_NAMED ? ", …" : "");
  }

  private static Optional<Revision> staying(ReleaseState state) {
    return switch (state) {
      case ReleaseState.Inherited(var current) -> Optional.of(current);
      case ReleaseState.Live live -> Optional.of(live.current());
      case ReleaseState.NothingStored ignored -> Optional.empty();
      case ReleaseState.NotOurs ignored -> Optional.empty();
      case ReleaseState.Pending ignored -> Optional.empty();
      case ReleaseState.Broken ignored -> Optional.empty();
    };
  }

  private List<ObjectKey> misplaced(Revision revision, DesiredRelease desired) {
    var elsewhere =
        desired
            .confinement()
            .map(
                confinement ->
                    objects.elsewhere(revision).stream()
                        .filter(
                            key ->
                                confinement.places().stream().noneMatch(place -> place.covers(key)))
                        .toList())
            .orElse(List.of());
    return elsewhere.isEmpty() ? elsewhere : charts.unknown(elsewhere, desired);
  }
}
