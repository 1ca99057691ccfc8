package dev.catamaran.webhook;

import dev.catamaran.kit.Validator;
import dev.catamaran.kit.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;

/**
 * Validates objects with an author's validator.
 *
 * @param objects reads the validated objects
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

  /**
   * Validates an update. If the stored object is unreadable, validates the change as a create, so
   * that the user can repair the object.
   */
  private Verdict update(AdmissionCall call, P after) throws BadRequestException {
    P before;
    try {
      before = objects.read(call.theOldObject());
    } catch (RefusedObjectException e) {
      return validator.validateCreate(after, call.context());
    }
    return validator.validateUpdate(before, after, call.context());
  }

  /**
   * Validates a delete. Allows it if the stored object is unreadable, so that the user can delete
   * the object.
   */
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
