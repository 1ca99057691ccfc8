package dev.catamaran.samples.ptemplate;

import java.util.Optional;

/** Checks a {@link Ptemplate} before any object is created. Pure. */
final class Refusal {
  /** Maximum length of a label's value (API conventions, labels); the name is used as one. */
  private static final int LONGEST_NAME = 63;

  private Refusal() {}

  /** Returns the reason for a refusal, in a sentence; empty if the Ptemplate is valid. */
  static Optional<String> of(Ptemplate ptemplate) {
    var name = ptemplate.getMetadata().getName();
    if (name.length() > LONGEST_NAME) {
      return Optional.of(
          "metadata.name has %d characters; the label app of its pods allows %d"
              .formatted(name.length(), LONGEST_NAME));
    }
    var settings = Settings.of(ptemplate.getSpec());
    if (settings.maxDevices() < 0) {
      return Optional.of("spec.maxdev is " + settings.maxDevices() + "; it must be 0 or more");
    }
    if (settings.requiredDevices() < 0) {
      return Optional.of(
          "spec.requiredDevices is " + settings.requiredDevices() + "; it must be 0 or more");
    }
    return Optional.empty();
  }
}
