package dev.catamaran.ui;

import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.inspect.Target;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The place of the pages of one primary. Pure.
 *
 * @param kind with group
 * @param namespace empty for a cluster-scoped one
 */
record ReleaseLink(String kind, String namespace, String name) {
  static final String FIRST = "release";

  /** In place of the namespace of a cluster-scoped primary. */
  private static final String NO_NAMESPACE = "-";

  /** Of a DNS subdomain: no text that leads to another path of the API. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

  static ReleaseLink of(PrimaryRow row) {
    return new ReleaseLink(row.qualifiedKind(), row.namespace(), row.name());
  }

  /** Reads the segments of a path; empty if it names no primary. */
  static Optional<ReleaseLink> of(List<String> path) {
    if (path.size() < 4 || !path.getFirst().equals(FIRST)) {
      return Optional.empty();
    }
    var link =
        new ReleaseLink(
            path.get(1), path.get(2).equals(NO_NAMESPACE) ? "" : path.get(2), path.get(3));
    boolean isValid =
        NAME.matcher(link.kind).matches()
            && (link.namespace.isEmpty() || NAME.matcher(link.namespace).matches())
            && NAME.matcher(link.name).matches();
    return Optional.of(link).filter(each -> isValid);
  }

  Target target() {
    return new Target(kind, name);
  }

  String title() {
    return kind + "/" + name + (namespace.isEmpty() ? "" : " in " + namespace);
  }

  String path() {
    return String.join("/", "", FIRST, kind, namespace.isEmpty() ? NO_NAMESPACE : namespace, name);
  }

  String below(String page) {
    return path() + "/" + page;
  }
}
