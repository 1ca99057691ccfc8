package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.KubernetesResource;

/** Answers the reviews that come to one path. */
@FunctionalInterface
interface Endpoint {
  /**
   * The review with its response.
   *
   * @throws BadRequestException if it cannot be understood
   */
  KubernetesResource answer(JsonNode review) throws BadRequestException;
}
