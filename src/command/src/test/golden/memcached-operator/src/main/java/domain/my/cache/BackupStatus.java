package domain.my.cache;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/**
 * The last observation of the reconciler.
 *
 * @param conditions one condition, {@code Ready}; null before the first pass
 * @param observedGeneration generation of the spec in the last successful pass; null before
 */
public record BackupStatus(
    @JsonPropertyDescription("Ready: all pods are ready.") List<Condition> conditions,
    @JsonPropertyDescription("Generation of the spec that this status describes.")
        Long observedGeneration) {}
