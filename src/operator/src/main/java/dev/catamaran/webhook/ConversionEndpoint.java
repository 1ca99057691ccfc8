package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.webhook.WebhookHandler.Endpoint;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ConversionReviewBuilder;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts objects of all kinds.
 *
 * @param kinds kinds with converters
 */
record ConversionEndpoint(List<Conversions> kinds) implements Endpoint {
  private static final Logger log = LoggerFactory.getLogger(ConversionEndpoint.class);

  ConversionEndpoint {
    kinds = List.copyOf(kinds);
  }

  @Override
  public KubernetesResource answer(JsonNode review) throws BadRequestException {
    var request = BadRequestException.request(review, "ConversionReview");
    var desired = request.path("desiredAPIVersion").asText();
    var converted = new ArrayList<Object>();
    var result = new StatusBuilder();
    try {
      for (var object : request.path("objects")) {
        converted.add(convert(object, desired));
      }
      result.withStatus("Success");
    } catch (RefusedObjectException e) {
      converted.clear();
      result.withStatus("Failure").withMessage(e.sentence());
    }
    return new ConversionReviewBuilder()
        .withNewResponse()
        .withUid(request.path("uid").asText())
        .withConvertedObjects(converted)
        .withResult(result.build())
        .endResponse()
        .build();
  }

  private ObjectNode convert(JsonNode object, String desired) throws BadRequestException {
    if (!(object instanceof ObjectNode tree)) {
      throw new BadRequestException("the ConversionReview contains an item that is not an object");
    }
    var name = tree.path("metadata").path("name").asText();
    try {
      var target = GroupVersionKind.parse(desired, tree.path("kind").asText());
      return conversionsOf(target).convert(tree, target);
    } catch (IllegalArgumentException e) {
      throw new RefusedObjectException(name + ": " + e.getMessage());
    } catch (RuntimeException e) {
      var namespace = tree.path("metadata").path("namespace").asText();
      log.error(
          "The Converter of {} failed for {} in {}",
          tree.path("kind").asText(),
          name,
          namespace,
          e);
      throw new RefusedObjectException(
          "%s: the Converter failed with %s; the operator's log has more"
              .formatted(name, e.getClass().getSimpleName()));
    }
  }

  private Conversions conversionsOf(GroupVersionKind gvk) {
    return kinds.stream()
        .filter(kind -> kind.hub().group().equals(gvk.group()))
        .filter(kind -> kind.hub().kind().equals(gvk.kind()))
        .findFirst()
        .orElseThrow(
            () -> new RefusedObjectException("the operator has no Converter for " + gvk.kind()));
  }
}
