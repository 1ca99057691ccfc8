package dev.catamaran.faults;

import java.net.URI;
import java.util.Arrays;
import java.util.Optional;

/**
 * One request of the operator.
 *
 * @param verb as in RBAC
 * @param uri path and query
 */
public record Call(String verb, String uri) {

  static Call of(String method, String uri) {
    return new Call(
        switch (method) {
          case "POST" -> "create";
          case "PUT" -> "update";
          case "PATCH" -> "patch";
          case "DELETE" -> isOfCollection(uri) ? "deletecollection" : "delete";
          default -> reading(uri);
        },
        uri);
  }

  boolean isWatch() {
    return verb.equals("watch");
  }

  private static String reading(String uri) {
    if (!isOfCollection(uri)) {
      return "get";
    }
    var query = Optional.ofNullable(URI.create(uri).getRawQuery()).orElse("");
    return Arrays.asList(query.split("&")).contains("watch=true")
            || Arrays.asList(query.split("&")).contains("watch=1")
        ? "watch"
        : "list";
  }

  /** Whether the path is that of a collection: /apis/GROUP/VERSION[/namespaces/NAME]/RESOURCE. */
  private static boolean isOfCollection(String uri) {
    var path = Arrays.asList(URI.create(uri).getPath().substring(1).split("/"));
    int prefix = path.getFirst().equals("api") ? 2 : path.getFirst().equals("apis") ? 3 : -1;
    if (prefix < 0 || path.size() <= prefix) {
      return false;
    }
    var rest = path.subList(prefix, path.size());
    boolean isInNamespace = rest.getFirst().equals("namespaces") && rest.size() > 2;
    return rest.size() == (isInNamespace ? 3 : 1);
  }
}
