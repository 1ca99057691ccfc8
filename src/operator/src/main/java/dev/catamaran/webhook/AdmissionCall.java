package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.AdmissionContext;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Request of an AdmissionReview. The objects stay trees, because each webhook determines their
 * class.
 *
 * @param uid copied to the answer
 * @param group of the kind
 * @param kind of the object
 * @param name of the object; empty if the API server generates it
 * @param before the stored object; absent on create
 * @param object the new object; absent on delete
 */
record AdmissionCall(
    String uid,
    String group,
    String kind,
    String name,
    Operation operation,
    AdmissionContext context,
    @Nullable ObjectNode before,
    @Nullable ObjectNode object) {

  /**
   * Reads a review.
   *
   * @throws BadRequestException if it is not a review, or concerns something other than an object
   */
  static AdmissionCall of(JsonNode review) throws BadRequestException {
    var request = BadRequestException.request(review, "AdmissionReview");
    var user = request.path("userInfo");
    var groups =
        StreamSupport.stream(user.path("groups").spliterator(), false)
            .map(JsonNode::asText)
            .toList();
    return new AdmissionCall(
        request.path("uid").asText(),
        request.path("kind").path("group").asText(),
        request.path("kind").path("kind").asText(),
        request.path("name").asText(),
        Operation.named(request.path("operation").asText()),
        new AdmissionContext(
            user.path("username").asText(), groups, request.path("dryRun").asBoolean()),
        request.get("oldObject") instanceof ObjectNode before ? before : null,
        request.get("object") instanceof ObjectNode object ? object : null);
  }

  /** Returns whether the object is being deleted; then only its finalizers can still be removed. */
  boolean isOnItsWayOut() {
    return object != null && object.path("metadata").hasNonNull("deletionTimestamp");
  }

  ObjectNode theObject() throws BadRequestException {
    return present(object, "object");
  }

  ObjectNode theOldObject() throws BadRequestException {
    return present(before, "oldObject");
  }

  private static ObjectNode present(@Nullable ObjectNode object, String field)
      throws BadRequestException {
    if (object == null) {
      throw new BadRequestException("the AdmissionReview has no request." + field);
    }
    return object;
  }
}
