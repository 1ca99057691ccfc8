package dev.catamaran.manifest;

import java.util.List;

/**
 * A field that others own too, and the case in which it is left to them.
 *
 * @param kinds such as {@code apps/Deployment}; none for all kinds
 * @param where JSON pointer to a field that the manifest must have; empty for all objects
 * @param path JSON pointer to the field; {@code *} stands for any field or item, {@code **} for any
 *     path
 * @param when the case
 */
public record FieldRule(List<String> kinds, String where, String path, When when) {

  /** The case in which a field is left as it is. */
  public enum When {
    /**
     * The earlier manifest had it, and the new one does not, or says null: the API's default would
     * harm, or the API server refuses to clear the field. Not if it had 0: no autoscaler takes that
     * over.
     */
    DROPPED,
    /**
     * The manifest has an empty value for it, or drops it after another client has changed it:
     * somebody fills it.
     */
    EMPTY,
    /** The live quantity is larger, or the live policy stricter: it only grows. */
    GROWN,
    /**
     * The live value is not empty, and the manifest has the same as before: a controller that the
     * chart asks for writes the next one.
     */
    UNCHANGED,
    /** The live value is not empty: a controller decides it, whatever the manifest says. */
    OWNED,
    /**
     * The live list has all items of the manifest and more, none of which the manifest drops: a
     * controller adds them.
     */
    ADDED
  }
}
