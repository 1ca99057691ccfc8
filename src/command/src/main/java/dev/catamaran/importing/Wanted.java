package dev.catamaran.importing;

import dev.catamaran.chart.Values;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.watch.ValuesReference;
import java.util.List;
import java.util.Optional;

/**
 * A release that is to be imported.
 *
 * @param values those that its people wrote
 * @param copied further values below them, which nothing else will hold; all may be secret
 * @param from Secrets and ConfigMaps with values below both, in the release's namespace
 * @param referenced what is in these now
 * @param origin of its chart; empty if only the revision has it
 * @param settings what its tool was told, and watches.yaml can say
 * @param steps what people do with its tool
 * @param notes what its tool does for it, and the operator will not
 */
record Wanted(
    Live release,
    Values values,
    Values copied,
    List<ValuesReference> from,
    Values referenced,
    Optional<ChartOrigin> origin,
    KindSettings settings,
    Steps steps,
    List<String> notes) {

  /**
   * What people do with the other tool, in order.
   *
   * @param first commands before they apply the primary
   * @param last commands after the operator has taken over
   */
  record Steps(List<String> first, List<String> last) {
    static final Steps NONE = new Steps(List.of(), List.of());
  }

  /** A release that a person made with Helm: the revision has all. */
  static Wanted ofHelm(FoundRelease release) {
    return new Wanted(
        release,
        release.values(),
        Values.empty(),
        List.of(),
        Values.empty(),
        Optional.empty(),
        KindSettings.NONE,
        Steps.NONE,
        List.of());
  }
}
