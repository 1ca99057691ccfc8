package dev.catamaran.samples.memcached;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/**
 * The user's input.
 *
 * @param size number of memcached pods; the API server refuses less than 0
 */
public record MemcachedBackupSpec(
    @Required
        @Min(0)
        @Max(Integer.MAX_VALUE)
        @JsonPropertyDescription("How many memcached pods to run.")
        int size) {}
