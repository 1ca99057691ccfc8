package dev.catamaran.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * Limits of size and depth for JSON from the cluster. The API server itself accepts requests of 3
 * MiB (apiserver, {@code MaxRequestBodyBytes}), nested at most 10,000 levels deep (Go's {@code
 * encoding/json}).
 */
public final class Limits {
  /**
   * Maximum depth of an object in memory: each level costs stack in each copy, comparison and
   * serialization.
   */
  static final int DEPTH = 400;

  /** Levels around an object: a list, or the event of a watch. */
  static final int ENVELOPE = 2;

  private static final int DEPTH_OF_REQUESTS = 10_000;
  private static final int LENGTH = 4 << 20;

  /** Longer names do not enter Jackson's table of names, which never removes a name. */
  private static final int NAME_IN_TABLE = 1024;

  private Limits() {}

  /** Returns a mapper for texts and names as long as the API server accepts them. */
  public static JsonMapper mapper() {
    return new JsonMapper(factory());
  }

  public static JsonFactory factory() {
    return factory(constraints(StreamReadConstraints.DEFAULT_MAX_DEPTH, LENGTH), false);
  }

  /**
   * Returns a factory for usual documents; it refuses long names, which {@link #wide()} accepts.
   */
  static JsonFactory narrow() {
    return factory(constraints(DEPTH + ENVELOPE, NAME_IN_TABLE), true);
  }

  /** Returns a factory for long names; it keeps no names. */
  static JsonFactory wide() {
    return factory(constraints(DEPTH + ENVELOPE, LENGTH), false);
  }

  /** Returns a factory for everything that the API server accepts; for reading as streams only. */
  static JsonFactory streaming() {
    return factory(constraints(DEPTH_OF_REQUESTS + ENVELOPE, LENGTH), false);
  }

  private static StreamReadConstraints constraints(int depth, int name) {
    return StreamReadConstraints.builder()
        .maxNestingDepth(depth)
        .maxNameLength(name)
        .maxStringLength(LENGTH)
        .build();
  }

  private static JsonFactory factory(StreamReadConstraints constraints, boolean keepsNames) {
    return JsonFactory.builder()
        .streamReadConstraints(constraints)
        .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, keepsNames)
        .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, keepsNames)
        .build();
  }
}
