package dev.catamaran.chartsource;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A pulled chart.
 *
 * @param name name of the chart
 * @param archive its package in the cache
 * @param digest SHA-256 of the package, in hexadecimal digits
 * @param provenance its signed provenance file, if one was requested and exists
 */
record Pulled(String name, Path archive, String digest, Optional<String> provenance) {}
