package dev.catamaran.bench;

import dev.catamaran.testcluster.TestNamespace;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where a contender works.
 *
 * @param namespace of its releases
 * @param chart that it installs
 * @param period the reconcile period
 */
record Site(TestNamespace namespace, Path chart, Duration period) {
  /** The kind of the primaries; a CRD without a schema, so that all contenders can write it. */
  static final String KIND = "Widget";

  static final String API = "test.catamaran.dev/v1";

  /** The name of the chart's Deployment and Service for a release. */
  static String object(String release) {
    return release + SUFFIX;
  }

  /** The release of an object with such a name. */
  static String release(String object) {
    return object.endsWith(SUFFIX)
        ? object.substring(0, object.length() - SUFFIX.length())
        : object;
  }

  private static final String SUFFIX = "-memcached";

  /** The reconcile period as a flag, which all operators have. */
  String periodFlag() {
    return "--reconcile-period=" + period.toMillis() + "ms";
  }
}
