package domain.my.cache;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/**
 * The input of users. `make manifests` writes the CRD from it.
 *
 * @param size number of pods
 * @param image of their container
 */
public record BackupSpec(
    @Required @Min(0) @Max(Integer.MAX_VALUE) @JsonPropertyDescription("Number of pods.") int size,
    @Required @JsonPropertyDescription("Image of the container.") String image) {}
