package dev.catamaran.chartsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chartsource.Web.Size;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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
  private static final String FILE = "file";
  private static final int NAMES_TOLD = 10;
  private static final YAMLMapper YAML = new YAMLMapper(factory());

  Pulled pull() throws ChartUnavailableException {
    var versions = versions();
    var version =
        chart
            .range()
            .newestOf(versions.keySet())
            .orElseThrow(() -> VersionChoice.none(chart.range(), versions.keySet()));
    var entry = Objects.requireNonNull(versions.get(version));
    var address = address(entry, version);
    var digest = entry.path("digest").asText("").replaceFirst("^sha256:", "");
    var archive = archive(address, version, digest);
    var file = chart.name() + "-" + version + ".tgz";
    return new Pulled(
        chart.name(),
        Optional.of(version),
        archive,
        PackageCache.digestOf(archive),
        provenance(address, file));
  }

  private Path archive(URI address, String version, String digest)
      throws ChartUnavailableException {
    if (digest.isEmpty()) {
      return cache.keep(get(address, "version " + version, Size.PACKAGE));
    }
    if (!digest.matches("[0-9a-f]{64}")) {
      throw new ChartUnavailableException(
          "index.yaml has a digest of version %s that is not a SHA-256 digest; it is not used"
              .formatted(version));
    }
    var known = cache.find(digest);
    return known.isPresent() ? known.get() : download(address, version, digest);
  }

  private Path download(URI address, String version, String digest)
      throws ChartUnavailableException {
    var content = get(address, "version " + version, Size.PACKAGE);
    var actual = PackageCache.sha256(content);
    if (!digest.equals(actual)) {
      throw new ChartUnavailableException(
          "version %s has the digest sha256:%s, but index.yaml says sha256:%s; it is not used"
              .formatted(version, actual, digest));
    }
    return cache.keep(content);
  }

  /** Returns the provenance file, which Helm stores beside the package. */
  private Optional<String> provenance(URI address, String file) throws ChartUnavailableException {
    if (chart.rules().keyring().isEmpty()) {
      return Optional.empty();
    }
    var beside = URI.create(address.toString().replaceFirst("(\\?|$)", ".prov$1"));
    var content = get(beside, "the provenance file of " + file, Size.SMALL);
    return Optional.of(new String(content, StandardCharsets.UTF_8));
  }

  /**
   * Returns a package's address. Accepts a file only from an index that is a file, and only below
   * the index's folder.
   */
  private URI address(JsonNode entry, String version) throws ChartUnavailableException {
    try {
      var base = URI.create(chart.repository() + "/").normalize();
      var address = base.resolve(entry.path("urls").path(0).asText("")).normalize();
      if (!FILE.equals(address.getScheme()) || isBelow(base, address)) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // The exception below reports it.
    }
    throw new ChartUnavailableException("index.yaml has no usable address for version " + version);
  }

  /** Compares paths, because an address may have dots and slashes in percent-encoding. */
  private static boolean isBelow(URI base, URI file) {
    return FILE.equals(base.getScheme())
        && Path.of(file).normalize().startsWith(Path.of(base).normalize());
  }

  /**
   * Returns the chart's entries by version. Of two entries with the same version, the first wins.
   */
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
    var content = get(URI.create(chart.repository() + "/index.yaml"), "index.yaml", Size.INDEX);
    try {
      return YAML.readTree(content);
    } catch (IOException e) {
      throw new ChartUnavailableException("its index.yaml is not YAML");
    }
  }

  private byte[] get(URI address, String what, Size size) throws ChartUnavailableException {
    if (FILE.equals(address.getScheme())) {
      return read(address, what);
    }
    var host = Web.host(address);
    var answer = web.get(address, "", config.basic(host), size);
    return switch (answer.status()) {
      case 200 -> answer.body();
      case 401, 403 -> throw VersionChoice.refused(host, answer.status());
      case 404 ->
          throw new ChartUnavailableException(what + " is not there: " + Web.shown(address));
      default ->
          throw new ChartUnavailableException(
              "%s answers %d for %s".formatted(host, answer.status(), what));
    };
  }

  private static byte[] read(URI file, String what) throws ChartUnavailableException {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (IOException | IllegalArgumentException e) {
      throw new ChartUnavailableException(what + " cannot be read: " + file);
    }
  }

  /**
   * Returns a factory without the parser's default size limit, because indexes of large
   * repositories exceed it.
   */
  private static YAMLFactory factory() {
    var options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    return YAMLFactory.builder().loaderOptions(options).build();
  }
}
