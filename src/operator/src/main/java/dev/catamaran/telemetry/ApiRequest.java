package dev.catamaran.telemetry;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Verb and resource of a Kubernetes API request, derived from its URL (Kubernetes, "API concepts").
 *
 * @param verb such as {@code list}; the HTTP method if the URL is not of a resource
 * @param resource such as {@code deployments.apps}; empty if the URL is not of a resource
 */
record ApiRequest(String verb, String resource) {
  static final String WATCH = "watch";

  static ApiRequest of(String method, URI uri) {
    var path = List.of(uri.getPath().replaceFirst("^/+", "").split("/+"));
    boolean named = path.getFirst().equals("apis");
    int behindVersion = named ? 3 : 2;
    if ((!named && !path.getFirst().equals("api")) || path.size() <= behindVersion) {
      return new ApiRequest(method.toLowerCase(Locale.ROOT), "");
    }
    var resource = resource(path.subList(behindVersion, path.size()));
    var group = named ? "." + path.get(1) : "";
    return new ApiRequest(verb(method, uri, resource.size() > 1), resource.getFirst() + group);
  }

  boolean isWatch() {
    return verb.equals(WATCH);
  }

  /** Removes the namespace of a resource, unless the request is for the namespace itself. */
  private static List<String> resource(List<String> path) {
    return path.getFirst().equals("namespaces") && path.size() > 2
        ? path.subList(2, path.size())
        : path;
  }

  private static String verb(String method, URI uri, boolean isNamed) {
    return switch (method) {
      case "GET" -> isWatch(uri) ? WATCH : isNamed ? "get" : "list";
      case "POST" -> "create";
      case "PUT" -> "update";
      default -> method.toLowerCase(Locale.ROOT);
    };
  }

  private static boolean isWatch(URI uri) {
    return List.of(Optional.ofNullable(uri.getQuery()).orElse("").split("&"))
        .contains("watch=true");
  }
}
