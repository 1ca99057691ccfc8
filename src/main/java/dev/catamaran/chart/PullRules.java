package dev.catamaran.chart;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a chart may be pulled.
 *
 * @param plainHttp whether http is good enough, where anybody on the way can read and change what
 *     comes
 * @param keyring the public keys (OpenPGP) of which one must have signed the chart's provenance
 *     file; without it nothing need be signed
 */
public record PullRules(boolean plainHttp, Optional<Path> keyring) {
  /** By https, signed or not. */
  public static final PullRules ORDINARY = new PullRules(false, Optional.empty());
}
