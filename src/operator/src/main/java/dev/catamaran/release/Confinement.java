package dev.catamaran.release;

import dev.catamaran.chart.Values;
import java.util.List;
import java.util.Set;

/**
 * What keeps the objects of a release in its namespace.
 *
 * @param places other places that watches.yaml allows
 * @param overrides the administrator's values: what the chart makes with them and its own values is
 *     allowed, wherever it is
 * @param accounts what the objects may not run with
 * @param doubts texts of the author's values that could make objects
 */
public record Confinement(
    Set<AllowedPlace> places,
    Values overrides,
    Set<Account.ServiceAccount> accounts,
    List<Doubt> doubts) {

  /** A confinement for stored objects. */
  public Confinement(Set<AllowedPlace> places, Values overrides) {
    this(places, overrides, Set.of(), List.of());
  }

  /**
   * Texts that a chart without quotes would take for a part of its templates. It must make the same
   * objects with one of the harmless values.
   *
   * @param paths of the texts
   * @param harmless all values, each with other harmless texts in their place
   * @param areTemplates whether the texts are templates, which may make names but no objects
   */
  public record Doubt(List<String> paths, List<Values> harmless, boolean areTemplates) {}
}
