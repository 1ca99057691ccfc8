package dev.catamaran.supply;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A chart that came.
 *
 * @param name the chart's
 * @param archive in the cache
 * @param digest SHA-256 of its bytes, in hexadecimal digits
 * @param provenance its signed provenance file, if one was asked for and there is one
 */
record Pulled(String name, Path archive, String digest, Optional<String> provenance) {}
