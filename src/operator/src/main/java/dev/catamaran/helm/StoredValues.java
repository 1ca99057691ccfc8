package dev.catamaran.helm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The values of a stored revision.
 *
 * @param defaults the chart's values.yaml, with the defaults of its subcharts
 * @param config the values over the defaults
 * @param secretPlaces JSON pointers of the secret values in {@code config}; empty text for all
 */
public record StoredValues(ObjectNode defaults, ObjectNode config, List<String> secretPlaces) {

  /** Omits the values, which may be secret. */
  @Override
  public String toString() {
    return "StoredValues with " + secretPlaces.size() + " secret places";
  }
}
