package dev.catamaran.webhook;

import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Has an author's validator judge.
 *
 * @param objects reads what it judges
 */
record Validation<P extends HasMetadata>(Validator<P> validator, TypedObjects<P> objects) {

  Verdict judge(AdmissionCall call) throws BadRequestException {
    try {
      return switch (call.operation()) {
        case CREATE -> validator.validateCreate(objects.read(call.theObject()), call.context());
        case UPDATE -> update(call, objects.read(call.theObject()));
        case DELETE -> delete(call);
      };
    } catch (RefusedObjectException e) {
      return Verdict.refuse("", e.sentence());
    }
  }

  /** What is stored and cannot be read must be mendable: the change counts as a new object. */
  private Verdict update(AdmissionCall call, P after) throws BadRequestException {
    P before;
    try {
      before = objects.read(call.theOldObject());
    } catch (RefusedObjectException e) {
      return validator.validateCreate(after, call.context());
    }
    return validator.validateUpdate(before, after, call.context());
  }

  /** What is stored and cannot be read must be deletable. */
  private Verdict delete(AdmissionCall call) throws BadRequestException {
    P deleted;
    try {
      deleted = objects.read(call.theOldObject());
    } catch (RefusedObjectException e) {
      return Verdict.warn("deleted without validation: " + e.sentence());
    }
    return validator.validateDelete(deleted, call.context());
  }
}
