package dev.catamaran.desired;

import dev.catamaran.chart.Chart;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * What an administrator supplies for a release: the chart, and the overrides of its values.
 *
 * @param id names the edition in revisions: a digest of all of it
 */
public record Edition(Chart chart, Overrides overrides, String id) {

  /**
   * Names an edition, apart from each other one. The name confirms a guess of the overrides no
   * better than the digest of an input, which stands beside it.
   */
  public static Edition named(Chart chart, Overrides overrides) {
    return new Edition(
        chart, overrides, DigestUtils.sha256Hex(chart.digest() + overrides.digest()));
  }
}
