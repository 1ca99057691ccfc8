package dev.catamaran.importing;

import dev.catamaran.chart.Values;
import dev.catamaran.importing.HelmImport.Releases.Stored;
import dev.catamaran.watch.ValuesReference;
import java.util.List;

/**
 * A release that is to be imported.
 *
 * @param notes what its tool does for it, and the operator will not
 */
record Wanted(Stored release, Given given, List<String> notes) {
  /**
   * Values, the first with precedence.
   *
   * @param own those that its people wrote
   * @param copied those that nothing else will hold; all may be secret
   * @param from Secrets and ConfigMaps in the release's namespace
   * @param referenced what is in these now
   */
  record Given(Values own, Values copied, List<ValuesReference> from, Values referenced) {
    Values all() {
      return referenced.merge(copied).merge(own);
    }
  }
}
