package dev.catamaran.release;

import dev.catamaran.manifest.ObjectKey;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where objects of a kind may be, besides in the namespace of their release.
 *
 * @param group empty for the core group
 * @param namespace empty for the scope of the cluster; {@code *} for any namespace
 */
public record AllowedPlace(String group, String kind, String namespace) {
  /** What {@link #parse} reads. */
  public static final String FORM =
      "Kind.group for a cluster-scoped kind, or Kind.group/namespace; without .group for the core"
          + " group";

  private static final String ANY = "*";
  private static final Pattern NOTATION =
      Pattern.compile(
          "(?<kind>[A-Z][A-Za-z0-9]*)(?:[.](?<group>[a-z0-9.-]+))?(?:/(?<namespace>[*]|[a-z0-9-]+))?");

  /** Reads {@code Kind.group/namespace}; empty if it is something else. */
  public static Optional<AllowedPlace> parse(String text) {
    var parts = NOTATION.matcher(text);
    return parts.matches()
        ? Optional.of(
            new AllowedPlace(
                orEmpty(parts.group("group")),
                parts.group("kind"),
                orEmpty(parts.group("namespace"))))
        : Optional.empty();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /** Returns the place of an object in the cluster. */
  public static AllowedPlace of(ObjectKey object) {
    return new AllowedPlace(object.group(), object.kind(), object.namespace());
  }

  /**
   * Whether an object may be where it is.
   *
   * @param object without a namespace if its kind has none
   */
  public boolean covers(ObjectKey object) {
    return group.equals(object.group())
        && kind.equals(object.kind())
        && (object.namespace().isEmpty()
            || namespace.equals(ANY)
            || namespace.equals(object.namespace()));
  }

  /** Returns the form in watches.yaml. */
  @Override
  public String toString() {
    return kind
        + (group.isEmpty() ? "" : "." + group)
        + (namespace.isEmpty() ? "" : "/" + namespace);
  }
}
