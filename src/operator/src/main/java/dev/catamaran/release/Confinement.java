package dev.catamaran.release;

import dev.catamaran.chart.Values;
import java.util.Set;

/**
 * What keeps the objects of a release in its namespace.
 *
 * @param places other places that watches.yaml allows
 * @param overrides the administrator's values: what the chart makes with them and its own values is
 *     allowed, wherever it is
 * @param accounts what the objects may not run with
 * @param exempt paths of values of which the texts may make objects
 */
public record Confinement(
    Set<AllowedPlace> places,
    Values overrides,
    Set<Account.ServiceAccount> accounts,
    Set<String> exempt) {

  /** A confinement for stored objects. */
  public Confinement(Set<AllowedPlace> places, Values overrides) {
    this(places, overrides, Set.of(), Set.of());
  }
}
