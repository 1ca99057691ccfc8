package dev.catamaran.helm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.Asked;
import dev.catamaran.release.ChartPlaces;
import dev.catamaran.release.Confinement;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.ReleaseKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;

/** What charts make by themselves, as Helm renders it. Asks once for each chart and overrides. */
public final class RenderedPlaces implements ChartPlaces {
  /** The engine's name for the namespace of the release (src/engine, package release). */
  private static final String OWN_NAMESPACE = "namespace-of-the-release";

  /** The same for its name. */
  private static final String OWN_NAME = "name-of-the-release";

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int MOST_KNOWN = 1000;

  private final Engine engine;
  private final Map<Input, List<AllowedPlace>> known = new ConcurrentHashMap<>();

  /**
   * All that decides about the places.
   *
   * @param asked the answers of the cluster to the chart's questions
   * @param release empty for any
   */
  private record Input(Chart chart, Values overrides, Asked asked, Optional<ReleaseKey> release) {}

  public RenderedPlaces(Engine engine) {
    this.engine = engine;
  }

  /**
   * A chart may shorten the namespace of the release, so some places are those of this one only.
   */
  @Override
  public List<ObjectKey> unknown(List<ObjectKey> objects, DesiredRelease desired) {
    var unknown = objects;
    // Who names a release must not choose a namespace by that.
    var anyName = new ReleaseKey(desired.release().namespace(), OWN_NAME);
    for (var release : List.of(Optional.<ReleaseKey>empty(), Optional.of(anyName))) {
      if (!unknown.isEmpty()) {
        var places = of(desired, release);
        unknown =
            unknown.stream()
                .filter(key -> places.stream().noneMatch(place -> place.covers(key)))
                .toList();
      }
    }
    return unknown;
  }

  private List<AllowedPlace> of(DesiredRelease desired, Optional<ReleaseKey> release) {
    var input =
        new Input(
            desired.chart(),
            desired.confinement().map(Confinement::overrides).orElse(Values.empty()),
            desired.input().today(),
            release);
    var found = known.get(input);
    if (found == null) {
      // Charts come and go slowly.
      if (known.size() >= MOST_KNOWN) {
        known.clear();
      }
      found = ask(input);
      known.put(input, found);
    }
    return found.stream().map(place -> named(place, desired.release())).toList();
  }

  private static AllowedPlace named(AllowedPlace place, ReleaseKey release) {
    return new AllowedPlace(
        place.group(), place.kind(), place.namespace().replace(OWN_NAMESPACE, release.namespace()));
  }

  private List<AllowedPlace> ask(Input input) {
    var chart =
        new EngineRequest.Chart(input.chart().path().toString(), input.chart().digest(), Map.of());
    try {
      var answer =
          engine.call(
              new EngineRequest.Places(
                  new EngineRequest.Rendered(chart, input.overrides().toTree()),
                  input.release().map(ReleaseKey::name).orElse(""),
                  input.release().map(ReleaseKey::namespace).orElse("")),
              PATIENCE);
      return StreamSupport.stream(answer.path("places").spliterator(), false)
          .map(RenderedPlaces::place)
          .toList();
    } catch (EngineFaultException e) {
      throw new EngineException(Kind.UNFINISHED.of(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(Kind.UNFINISHED.of("stopped while Helm rendered the chart"));
    }
  }

  private static AllowedPlace place(JsonNode place) {
    return new AllowedPlace(
        place.path("group").asText(""),
        place.path("kind").asText(),
        place.path("namespace").asText(""));
  }
}
