package dev.catamaran.rights;

import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.CustomKinds;
import dev.catamaran.recorder.Discovery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the kinds in the text of a template, without rendering: in the lines with the least
 * indentation of each document. A computed kind is not found; a computed version of a widely used
 * one is. Pure.
 */
final class NamedKinds {
  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---.*$");
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^(?<indent> *)(?<field>apiVersion|kind): *[\"']?(?<value>[^\"'\\s#]+|\\{\\{.*)");

  private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z0-9]+");
  private static final Pattern VERSION = Pattern.compile("([a-z0-9.-]+/)?v[0-9][a-z0-9]*");

  private final Discovery discovery;

  NamedKinds(Discovery discovery) {
    this.discovery = discovery;
  }

  /** Returns the resources of the kinds in a template. */
  List<ApiResource> in(String template) {
    var found = new ArrayList<ApiResource>();
    SEPARATOR.splitAsStream(template).forEach(document -> find(document, found));
    return found;
  }

  private void find(String document, List<ApiResource> found) {
    int least =
        LINE.matcher(document)
            .results()
            .filter(line -> line.group(2).equals("kind"))
            .mapToInt(line -> line.group(1).length())
            .min()
            .orElse(0);
    var apiVersions = new ArrayList<String>();
    for (var line : LINE.matcher(document).results().toList()) {
      if (line.group(1).length() > least) {
        continue;
      }
      if (line.group(2).equals("apiVersion")) {
        apiVersions.add(line.group(3));
      } else if (KIND.matcher(line.group(3)).matches()) {
        resource(version(apiVersions, line.group(3)), line.group(3)).ifPresent(found::add);
        apiVersions.clear();
      }
    }
  }

  /** A template may choose between versions: the one counts that a cluster serves. */
  private String version(List<String> apiVersions, String kind) {
    return apiVersions.stream()
        .filter(version -> discovery.find(version, kind).isPresent())
        .findFirst()
        .orElse(apiVersions.isEmpty() ? "" : apiVersions.getLast());
  }

  /** A computed version of a built-in kind has one group; that of a widely used one is known. */
  private Optional<ApiResource> resource(String apiVersion, String kind) {
    if (!VERSION.matcher(apiVersion).matches()) {
      return discovery.findOnly(kind).or(() -> CustomKinds.find(kind));
    }
    return discovery
        .find(apiVersion, kind)
        .or(() -> discovery.findOnly(kind).filter(found -> isOf(found, apiVersion)))
        .or(() -> Optional.of(Discovery.guess(apiVersion, kind)));
  }

  private static boolean isOf(ApiResource found, String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return found.group().equals(slash < 0 ? "" : apiVersion.substring(0, slash));
  }
}
