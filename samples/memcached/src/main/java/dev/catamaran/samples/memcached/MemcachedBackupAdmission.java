package dev.catamaran.samples.memcached;

import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;

/**
 * Validates rules for a {@link MemcachedBackup} that its schema cannot express. Enabled by {@code
 * webhooks:} in watches.yaml, with config/webhook.
 */
public final class MemcachedBackupAdmission implements Validator<MemcachedBackup> {
  /** The limit of pods; a larger number is probably a typo. */
  static final int MOST = 100;

  @Override
  public Verdict validateCreate(MemcachedBackup created, AdmissionContext context) {
    return bounded(created);
  }

  @Override
  public Verdict validateUpdate(
      MemcachedBackup before, MemcachedBackup after, AdmissionContext context) {
    int was = before.getSpec().size();
    int is = after.getSpec().size();
    // An object over the limit can still be changed in other ways.
    return (is > was ? bounded(after) : Verdict.allow())
        .warnIf(is < was, "what is cached in %d of %d pods is lost".formatted(was - is, was));
  }

  private static Verdict bounded(MemcachedBackup backup) {
    return Verdict.allow()
        .refuseIf(backup.getSpec().size() > MOST, "spec.size", "must be at most " + MOST);
  }
}
