package dev.catamaran.release;

import java.time.Duration;

/**
 * Options of an uninstall.
 *
 * @param timeout limit of the call's duration
 * @param hooks whether the chart's delete hooks run
 */
public record UninstallOptions(Duration timeout, boolean hooks) {}
