package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.kit.AdmissionContext;
import java.util.stream.StreamSupport;

/**
 * Request of an AdmissionReview. The objects stay trees, because each webhook determines their
 * class.
 *
 * @param request as the API server sent it
 */
record AdmissionCall(JsonNode request, Operation operation, AdmissionContext context) {

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
        request,
        Operation.named(request.path("operation").asText()),
        new AdmissionContext(
            user.path("username").asText(), groups, request.path("dryRun").asBoolean()));
  }

  /** Returns a text of the request by its JSON pointer; empty if there is none. */
  String text(String pointer) {
    return request.at(pointer).asText();
  }

  /** Returns whether the object is being deleted; then only its finalizers can still be removed. */
  boolean isOnItsWayOut() {
    return request.at("/object/metadata").hasNonNull("deletionTimestamp");
  }

  /** Returns the new object, which is absent on delete. */
  ObjectNode theObject() throws BadRequestException {
    return present("object");
  }

  /** Returns the stored object, which is absent on create. */
  ObjectNode theOldObject() throws BadRequestException {
    return present("oldObject");
  }

  private ObjectNode present(String field) throws BadRequestException {
    if (request.get(field) instanceof ObjectNode object) {
      return object;
    }
    throw new BadRequestException("the AdmissionReview has no request." + field);
  }
}
