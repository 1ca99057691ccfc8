package dev.catamaran.samples.memcached;

import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;

/**
 * Judges a {@link MemcachedBackup} by what its schema cannot say. Switched on by {@code webhooks:}
 * in watches.yaml, with config/webhook.
 */
public final class MemcachedBackupAdmission implements Validator<MemcachedBackup> {
  /** More pods than that are a slip of the finger. */
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
    // An object that is too large already can still be changed otherwise.
    return (is > was ? bounded(after) : Verdict.allow())
        .warnIf(is < was, "what is cached in %d of %d pods is lost".formatted(was - is, was));
  }

  private static Verdict bounded(MemcachedBackup backup) {
    return Verdict.allow()
        .refuseIf(backup.getSpec().size() > MOST, "spec.size", "must be at most " + MOST);
  }
}
