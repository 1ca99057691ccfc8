package dev.catamaran.samples.ptemplate;

import java.util.Optional;

/** What of a {@link Ptemplate} cannot be carried out, found before anything is made. Pure. */
final class Refusal {
  /** A label's value has no more characters (API conventions, labels), and the name is one. */
  private static final int LONGEST_NAME = 63;

  private Refusal() {}

  /** Why nothing can be made of it, in a sentence; empty if all is well. */
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
