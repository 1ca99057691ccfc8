package dev.catamaran.samples.reversewords;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The user's input.
 *
 * @param replicas number of pods; 0 means 1; null leaves the number to other clients, such as an
 *     autoscaler
 * @param appVersion tag of the image; null or empty means {@code latest}
 */
public record ReverseWordsAppSpec(
    @Min(0)
        @Max(Integer.MAX_VALUE)
        @JsonPropertyDescription(
            "How many pods; 0 means 1. Left out, the number is not ours: an autoscaler or a person"
                + " may set it, and it begins with 1.")
        @Nullable Integer replicas,
    @JsonPropertyDescription("Tag of the image; empty means latest.") @Nullable String appVersion) {

  private static final String NEWEST = "latest";

  /** Returns the Deployment's number of pods; empty if other clients set it. */
  OptionalInt size() {
    return replicas == null ? OptionalInt.empty() : OptionalInt.of(replicas == 0 ? 1 : replicas);
  }

  /** Returns the tag of the image. */
  String tag() {
    return appVersion == null || appVersion.isEmpty() ? NEWEST : appVersion;
  }
}
