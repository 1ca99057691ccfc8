package domain.my.cache;

import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Mutator;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;

/** Admits each {@link Backup} before the API server stores it. An example: replace the rules by yours. */
public final class BackupAdmission implements Mutator<Backup>, Validator<Backup> {
  /** Users find what belongs together by this label. */
  static final String LABEL = "app.kubernetes.io/part-of";

  @Override
  public void mutate(Backup object, AdmissionContext context) {
    object.getMetadata().getLabels().putIfAbsent(LABEL, "backup");
  }

  /** A label has at most 63 characters, and names of objects are longer than their primary's. */
  static final int LONGEST = 52;

  @Override
  public Verdict validateCreate(Backup created, AdmissionContext context) {
    return Verdict.allow()
        .refuseIf(
            created.getMetadata().getName().length() > LONGEST,
            "metadata.name",
            "must have at most " + LONGEST + " characters");
  }
}
