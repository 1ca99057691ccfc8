package dev.catamaran.chartsource;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A pulled chart.
 *
 * @param name name of the chart
 * @param version its version as the index or the tag says it; empty for a chart that the watch
 *     names by its digest
 * @param archive its package in the cache
 * @param digest SHA-256 of the package, in hexadecimal digits
 * @param provenance its signed provenance file, if one was requested and exists
 */
record Pulled(
    String name,
    Optional<String> version,
    Path archive,
    String digest,
    Optional<String> provenance) {}
