package dev.catamaran.rights;

import dev.catamaran.recorder.ApiResource;

/**
 * A kind that a template names, and that no recorded values rendered.
 *
 * @param template path of the template, which begins with the name of the chart
 * @param resource its resource
 */
public record Unrendered(String template, ApiResource resource) {

  /** Returns the reason of its rules. */
  String reason() {
    return Rule.UNRENDERED + template;
  }
}
