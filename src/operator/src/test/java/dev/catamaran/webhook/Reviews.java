package dev.catamaran.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.Kettle;
import dev.catamaran.kit.Webhook;
import dev.catamaran.webhook.WebhookHandler.Endpoint;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;

/** Reviews as an API server sends them, and their responses. */
final class Reviews {
  static final GroupVersionKind KETTLE = new GroupVersionKind(Kettle.GROUP, "v2", "Kettle");

  private Reviews() {}

  static KindWebhooks of(Webhook... webhooks) {
    return KindWebhooks.of(KETTLE, List.of(webhooks));
  }

  static ObjectNode object(String yaml) {
    return Serialization.unmarshal(yaml, ObjectNode.class);
  }

  /** A kettle of this version. The spec is in flow style. */
  static ObjectNode kettle(String version, String spec) {
    return object(
        """
        apiVersion: webhook.catamaran.dev/%s
        kind: Kettle
        metadata: {name: blue, namespace: kitchen, uid: 1-2-3, labels: {color: blue}}
        spec: %s
        """
            .formatted(version, spec));
  }

  static ObjectNode admission(String operation, Map<String, ObjectNode> objects) {
    var review =
        object(
            """
            apiVersion: admission.k8s.io/v1
            kind: AdmissionReview
            request:
              uid: asked
              kind: {group: webhook.catamaran.dev, version: v2, kind: Kettle}
              name: blue
              operation: %s
              userInfo: {username: cook, groups: [kitchen]}
              dryRun: false
            """
                .formatted(operation));
    objects.forEach(review.withObject("/request")::set);
    return review;
  }

  static ObjectNode conversion(String desired, ObjectNode object) {
    var review =
        object(
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: ConversionReview
            request: {uid: asked, desiredAPIVersion: %s, objects: []}
            """
                .formatted(desired));
    review.withArray("/request/objects").add(object);
    return review;
  }

  /** The response after serialization. */
  static JsonNode response(Endpoint endpoint, JsonNode review) throws BadRequestException {
    try {
      var answer =
          JsonMapper.builder().build().readTree(Serialization.asJson(endpoint.answer(review)));
      return answer.path("response");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
