package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names the primary of a release. Every revision contains it, as an annotation of the chart's
 * metadata, so it survives every crash.
 *
 * @param apiVersion group and version of the primary
 * @param namespace empty for a cluster-scoped primary
 * @param uid its uid; a primary recreated under the same name has another one
 */
public record PrimaryIdentity(
    String apiVersion, String kind, String namespace, String name, String uid) {
  private static final String SEPARATOR = " ";
  private static final String NONE = "-";

  /** Names of custom resources. The text may be anybody's, and becomes a part of a path. */
  private static final Pattern NAME = Pattern.compile("[-a-z0-9.]*[a-z0-9]");

  /** Writes the five parts on one line; none of them can contain a blank. */
  public String encode() {
    return String.join(
        SEPARATOR, apiVersion, kind, namespace.isEmpty() ? NONE : namespace, name, uid);
  }

  /** Reads the output of {@link #encode}; empty for anything else. */
  public static Optional<PrimaryIdentity> decode(String text) {
    var parts = text.split(SEPARATOR, -1);
    if (parts.length != 5) {
      return Optional.empty();
    }
    var namespace = parts[2].equals(NONE) ? "" : parts[2];
    if (!(namespace.isEmpty() || ObjectKey.isNamespace(namespace))
        || !NAME.matcher(parts[3]).matches()) {
      return Optional.empty();
    }
    return Optional.of(new PrimaryIdentity(parts[0], parts[1], namespace, parts[3], parts[4]));
  }

  /** Returns the API group; empty for the core group. */
  public String group() {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  /** Whether both name the same object, in whatever version of its API. */
  public boolean sameObject(PrimaryIdentity other) {
    return uid.equals(other.uid);
  }

  /** Whether {@code other} is the same object, or one recreated under its name. */
  public boolean isReplacedBy(PrimaryIdentity other) {
    return sameObject(other)
        || (group().equals(other.group())
            && kind.equals(other.kind)
            && namespace.equals(other.namespace)
            && name.equals(other.name));
  }

  /** Returns kind, namespace and name in readable form. */
  @Override
  public String toString() {
    return kind + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}
