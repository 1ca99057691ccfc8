package dev.catamaran.inspect;

import java.util.List;

/**
 * A written request to the operator.
 *
 * @param primary kind and name
 * @param annotation the annotation of the request
 * @param value empty if the annotation was removed
 * @param result what the operator does now
 * @param next what the person can do next
 */
public record Requested(
    String primary, String namespace, String annotation, String value, String result, String next) {

  /** Returns the lines for people. */
  public List<String> lines() {
    return List.of(primary + " " + result, next);
  }
}
