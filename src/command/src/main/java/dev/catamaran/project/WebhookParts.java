package dev.catamaran.project;

import dev.catamaran.api.ManagerException;

/**
 * What the webhooks of a kind do.
 *
 * @param defaults whether they set defaults
 * @param validates whether they refuse objects
 * @param spoke the other version that they convert from and to; empty for none
 */
public record WebhookParts(boolean defaults, boolean validates, String spoke) {

  /**
   * Checks the parts.
   *
   * @throws ManagerException if there are none, or the other version is not one
   */
  public WebhookParts {
    if (!defaults && !validates && spoke.isEmpty()) {
      throw new ManagerException(
          "name what the webhook does: --defaulting, --programmatic-validation, or --conversion with --spoke");
    }
    if (!spoke.isEmpty()) {
      Names.checkVersion("--spoke", spoke);
    }
  }

  /** Returns whether the API server asks about each write. */
  boolean admits() {
    return defaults || validates;
  }

  /** Returns whether the API server asks how an object looks in another version. */
  boolean converts() {
    return !spoke.isEmpty();
  }
}
