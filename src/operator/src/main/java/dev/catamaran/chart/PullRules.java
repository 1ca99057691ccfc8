package dev.catamaran.chart;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Rules for the pull of a chart.
 *
 * @param plainHttp whether http is allowed, which lets anyone on the network path read and change
 *     the content
 * @param keyring public keys (OpenPGP); one of them must have signed the chart's provenance file;
 *     empty means that no signature is necessary
 */
public record PullRules(boolean plainHttp, Optional<Path> keyring) {
  /** Rules that require https, but no signature. */
  public static final PullRules ORDINARY = new PullRules(false, Optional.empty());
}
