package dev.catamaran.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * How large and how deep JSON from the cluster may be. The API server itself takes requests of 3
 * MiB (apiserver, {@code MaxRequestBodyBytes}), which are nested 10,000 deep at most (Go's {@code
 * encoding/json}).
 */
public final class Limits {
  /**
   * How deep an object may be nested that is held as such: each level costs stack wherever it is
   * copied, compared or written.
   */
  static final int DEPTH = 400;

  /** What stands around an object: a list, or the event of a watch. */
  static final int ENVELOPE = 2;

  private static final int DEPTH_OF_REQUESTS = 10_000;
  private static final int LENGTH = 4 << 20;

  /** Longer names are not put into Jackson's table of names, which forgets none. */
  private static final int NAME_IN_TABLE = 1024;

  private Limits() {}

  /** Reads documents with texts and names as long as the API server takes them. */
  public static JsonMapper mapper() {
    return new JsonMapper(factory());
  }

  /** For such a mapper. */
  public static JsonFactory factory() {
    return factory(constraints(StreamReadConstraints.DEFAULT_MAX_DEPTH, LENGTH), false);
  }

  /** For what is usual; refuses what {@link #wide()} takes. */
  static JsonFactory narrow() {
    return factory(constraints(DEPTH + ENVELOPE, NAME_IN_TABLE), true);
  }

  /** For long names; none is kept. */
  static JsonFactory wide() {
    return factory(constraints(DEPTH + ENVELOPE, LENGTH), false);
  }

  /** For all that the API server takes; only to be read as a stream. */
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
