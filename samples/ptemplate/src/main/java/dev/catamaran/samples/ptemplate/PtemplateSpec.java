package dev.catamaran.samples.ptemplate;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The user's input; {@link Settings} adds the defaults.
 *
 * @param selector labels of the nodes that get the module and a consumer
 * @param maxdev number of the module's devices; 0 or null means 5
 * @param defaultmsg message of a device before the first write; null means an empty one
 * @param deviceplugin image of the device plugin; empty or null means a default
 * @param consumer image of the consumer; empty or null means a default
 * @param requiredDevices number of devices for each consumer; 0 or null means 1
 * @param imagePullSecret of all images; null for none
 */
public record PtemplateSpec(
    @Required @JsonPropertyDescription("Labels of the nodes that get the module and a consumer.")
        Map<String, String> selector,
    @Min(0) @JsonPropertyDescription("How many devices the module offers; 0 or absent: 5.")
        @Nullable Long maxdev,
    @JsonPropertyDescription("What a device says before anything was written to it.")
        @Nullable String defaultmsg,
    @JsonPropertyDescription("Image of the device plugin; has a default.")
        @Nullable String deviceplugin,
    @JsonPropertyDescription("Image of the consumer; has a default.") @Nullable String consumer,
    @Min(0) @JsonPropertyDescription("How many devices a consumer takes; 0 or absent: 1.")
        @Nullable Long requiredDevices,
    @JsonPropertyDescription("Pull secret of all images.")
        @Nullable LocalObjectReference imagePullSecret) {}
