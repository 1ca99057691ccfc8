package dev.catamaran.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.KubernetesResource;

/** Answers the reviews for one path. */
@FunctionalInterface
interface Endpoint {
  /**
   * Returns the review with its response.
   *
   * @throws BadRequestException if the review is invalid
   */
  KubernetesResource answer(JsonNode review) throws BadRequestException;
}
