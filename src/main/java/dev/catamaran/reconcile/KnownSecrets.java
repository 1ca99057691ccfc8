package dev.catamaran.reconcile;

import dev.catamaran.release.SecretTexts;
import dev.catamaran.telemetry.HiddenTexts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What nobody may read in messages about a primary: what it has from Secrets, what overrides have
 * from the environment, and what its stored revisions were made with. What was secret before stays
 * so: a failing upgrade may quote the value that it was to change.
 */
final class KnownSecrets {
  private final Map<String, SecretTexts> byUid = new ConcurrentHashMap<>();

  /** These are the primary's too from now on. */
  void remember(String uid, SecretTexts secrets) {
    if (secrets.equals(SecretTexts.none())) {
      return;
    }
    var now = byUid.merge(uid, secrets, SecretTexts::and);
    HiddenTexts.put(uid, now::hide);
  }

  /** The message without the primary's secrets. */
  String hide(String uid, String message) {
    return byUid.getOrDefault(uid, SecretTexts.none()).hide(message);
  }

  void forget(String uid) {
    byUid.remove(uid);
    HiddenTexts.forget(uid);
  }
}
