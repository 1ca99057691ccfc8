package dev.catamaran.helm;

import dev.catamaran.engine.EngineFault;
import dev.catamaran.engine.EngineFault.EngineObject;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.ReleaseRequest.AccountOf;
import dev.catamaran.engine.ReleaseRequest.Confine;
import dev.catamaran.engine.ReleaseRequest.PlaceOf;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.Confinement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What keeps a release in its namespace, in the words of the engine and of people. Pure. */
final class Confining {
  /** A message names a few texts; their author finds the others. */
  private static final int MOST_PATHS = 5;

  private Confining() {}

  static Confine to(Confinement confinement, Optional<EngineRequest.Chart> chart) {
    return new Confine(
        confinement.places().stream()
            .map(place -> new PlaceOf(place.group(), place.kind(), place.namespace()))
            .toList(),
        confinement.overrides().toTree(),
        chart.orElse(null),
        confinement.accounts().stream()
            .map(account -> new AccountOf(account.namespace(), account.name()))
            .toList(),
        List.copyOf(confinement.exempt()));
  }

  /** Returns what an administrator can add for an object that is out of place. */
  static String ofPlace(EngineFault fault) {
    var place =
        Optional.ofNullable(fault.object())
            .map(Confining::place)
            .map(AllowedPlace::toString)
            .orElse("…");
    return "%s; an administrator can allow it by places: [%s] for this kind in watches.yaml"
        .formatted(fault.message(), place);
  }

  /** Returns what an author can change, and an administrator can add, for an account in use. */
  static String ofAccount(EngineFault fault) {
    return "%s, which makes releases: a client that controls these pods would have its permissions. Name another account in the values; or an administrator can allow it by allowAccountInPods: true for this kind in watches.yaml"
        .formatted(fault.message());
  }

  private static AllowedPlace place(EngineObject object) {
    return new AllowedPlace(text(object.group()), text(object.kind()), text(object.namespace()));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** Returns what an author can change, and an administrator can add, for a text in the values. */
  static String ofStructure(EngineFault fault) {
    return "%s. It is one of: %s. Write it without line breaks, brackets and names of Helm's annotations; or, if the chart is meant to take parts of manifests there, an administrator can allow it by manifestValues for this kind in watches.yaml"
        .formatted(fault.message(), listed(fault.texts()));
  }

  private static String listed(List<String> paths) {
    return Stream.concat(
            paths.stream().limit(MOST_PATHS),
            paths.size() > MOST_PATHS ? Stream.of("…") : Stream.empty())
        .collect(Collectors.joining(", "));
  }
}
