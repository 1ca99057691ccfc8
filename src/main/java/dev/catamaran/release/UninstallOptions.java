package dev.catamaran.release;

import java.time.Duration;

/**
 * How a release is taken down.
 *
 * @param timeout how long the call may take
 * @param hooks whether the chart's delete hooks run
 */
public record UninstallOptions(Duration timeout, boolean hooks) {}
