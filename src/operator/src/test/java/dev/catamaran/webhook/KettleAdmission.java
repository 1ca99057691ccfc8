package dev.catamaran.webhook;

import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Mutator;
import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;

/** A validator and a mutator in one. */
public final class KettleAdmission implements Validator<Kettle>, Mutator<Kettle> {
  public static final int MOST = 5000;

  @Override
  public Verdict validateCreate(Kettle created, AdmissionContext context) {
    int size = created.getSpec().milliliters();
    if (size == 13) {
      throw new IllegalStateException("a defect with a secret in it");
    }
    return Verdict.allow()
        .refuseIf(size > MOST, "spec.milliliters", "must be at most " + MOST)
        .refuseIf("clay".equals(created.getSpec().material()), "spec.material", "clay breaks")
        .warnIf(size == 0, "a kettle of no size boils nothing");
  }

  @Override
  public Verdict validateUpdate(Kettle before, Kettle after, AdmissionContext context) {
    return Verdict.allow()
        .refuseIf(
            after.getSpec().milliliters() < before.getSpec().milliliters(),
            "spec.milliliters",
            "a kettle does not shrink");
  }

  @Override
  public Verdict validateDelete(Kettle deleted, AdmissionContext context) {
    var labels = deleted.getMetadata().getLabels();
    return Verdict.allow()
        .refuseIf(
            labels != null && labels.containsKey("hot"),
            "",
            "it is hot; remove the label hot first");
  }

  @Override
  public void mutate(Kettle kettle, AdmissionContext context) {
    var spec = kettle.getSpec();
    if (spec.material() == null) {
      kettle.setSpec(new Kettle.Spec(spec.milliliters(), "steel"));
    }
  }
}
