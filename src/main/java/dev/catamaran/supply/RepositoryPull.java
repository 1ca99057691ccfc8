package dev.catamaran.supply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartUnavailableException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * Pulls one chart from a repository with an index.yaml, in the format of Helm's pkg/repo/index.go.
 */
record RepositoryPull(Web web, RegistryConfig config, PackageCache cache, InRepository chart) {
  private static final int NAMES_TOLD = 10;
  private static final YAMLMapper YAML = new YAMLMapper(factory());

  Path pull() throws ChartUnavailableException {
    var versions = versions();
    var version =
        chart
            .range()
            .newestOf(versions.keySet())
            .orElseThrow(() -> VersionChoice.none(chart.range(), versions.keySet()));
    var entry = Objects.requireNonNull(versions.get(version));
    var digest = entry.path("digest").asText("").replaceFirst("^sha256:", "");
    var known = digest.isEmpty() ? Optional.<Path>empty() : cache.find(digest);
    return known.isPresent() ? known.get() : download(entry, version, digest);
  }

  private Path download(JsonNode entry, String version, String digest)
      throws ChartUnavailableException {
    var content = get(address(entry, version), "version " + version);
    var actual = PackageCache.sha256(content);
    if (!digest.isEmpty() && !digest.equals(actual)) {
      throw new ChartUnavailableException(
          "version %s has the digest sha256:%s, but index.yaml says sha256:%s; it is not used"
              .formatted(version, actual, digest));
    }
    return cache.keep(content);
  }

  private URI address(JsonNode entry, String version) throws ChartUnavailableException {
    try {
      return URI.create(chart.repository() + "/").resolve(entry.path("urls").path(0).asText(""));
    } catch (IllegalArgumentException e) {
      throw new ChartUnavailableException(
          "index.yaml has no usable address for version " + version);
    }
  }

  /** The entries of the chart by version; of two with the same version the first counts. */
  private Map<String, JsonNode> versions() throws ChartUnavailableException {
    var entries = index().path("entries");
    if (entries.path(chart.name()).isEmpty()) {
      var names =
          entries.properties().stream()
              .map(Map.Entry::getKey)
              .limit(NAMES_TOLD)
              .collect(Collectors.joining(", "));
      throw new ChartUnavailableException(
          "the repository has no chart of that name; it has " + (names.isEmpty() ? "none" : names));
    }
    var versions = new LinkedHashMap<String, JsonNode>();
    entries
        .path(chart.name())
        .forEach(entry -> versions.putIfAbsent(entry.path("version").asText(""), entry));
    return versions;
  }

  private JsonNode index() throws ChartUnavailableException {
    var content = get(URI.create(chart.repository() + "/index.yaml"), "index.yaml");
    try {
      return YAML.readTree(content);
    } catch (IOException e) {
      throw new ChartUnavailableException("its index.yaml is not YAML");
    }
  }

  private byte[] get(URI address, String what) throws ChartUnavailableException {
    if ("file".equals(address.getScheme())) {
      return read(Path.of(address), what);
    }
    var answer = web.get(address, "", config.basic(address.getAuthority()));
    return switch (answer.status()) {
      case 200 -> answer.body();
      case 401, 403 -> throw VersionChoice.refused(address.getAuthority(), answer.status());
      case 404 -> throw new ChartUnavailableException(what + " is not there: " + address);
      default ->
          throw new ChartUnavailableException(
              "%s answers %d for %s".formatted(address.getAuthority(), answer.status(), what));
    };
  }

  private static byte[] read(Path file, String what) throws ChartUnavailableException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new ChartUnavailableException(what + " cannot be read: " + file);
    }
  }

  /** Indexes of large repositories are larger than the parser's ordinary bound. */
  private static YAMLFactory factory() {
    var options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    return YAMLFactory.builder().loaderOptions(options).build();
  }
}
