package dev.catamaran.samples.ptemplate;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@link PtemplateSpec} with all defaults.
 *
 * @param selector labels of the nodes
 * @param maxDevices more than 0
 * @param defaultMessage may be empty
 * @param devicePluginImage never empty
 * @param consumerImage never empty
 * @param requiredDevices more than 0
 * @param pullSecret its name, never empty
 */
record Settings(
    Map<String, String> selector,
    long maxDevices,
    String defaultMessage,
    String devicePluginImage,
    String consumerImage,
    long requiredDevices,
    Optional<String> pullSecret) {

  private static final String REPOSITORY = "quay.io/chrisp262/pt-device-plugin";
  private static final long DEFAULT_MAX_DEVICES = 5;
  private static final long DEFAULT_REQUIRED_DEVICES = 1;

  /** Replaces absent, empty and 0 fields by the defaults. */
  static Settings of(PtemplateSpec spec) {
    return new Settings(
        Map.copyOf(spec.selector()),
        number(spec.maxdev(), DEFAULT_MAX_DEVICES),
        text(spec.defaultmsg(), ""),
        text(spec.deviceplugin(), REPOSITORY + ":latest"),
        text(spec.consumer(), REPOSITORY + ":consumer-latest"),
        number(spec.requiredDevices(), DEFAULT_REQUIRED_DEVICES),
        Optional.ofNullable(spec.imagePullSecret())
            .map(LocalObjectReference::getName)
            .filter(name -> !name.isEmpty()));
  }

  private static long number(@Nullable Long given, long otherwise) {
    return given == null || given == 0 ? otherwise : given;
  }

  private static String text(@Nullable String given, String otherwise) {
    return given == null || given.isEmpty() ? otherwise : given;
  }
}
