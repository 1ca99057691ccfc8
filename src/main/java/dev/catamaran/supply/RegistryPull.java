package dev.catamaran.supply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.supply.Web.Answer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * Pulls one chart from a container registry, by the OCI distribution specification and with the
 * media types of Helm's pkg/registry/constants.go.
 */
final class RegistryPull {
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String CHART = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";
  private static final Pattern NEXT_PAGE = Pattern.compile("<([^>]+)>.*rel=\"?next\"?.*");
  private static final int PAGES = 100;
  private static final JsonMapper JSON = new JsonMapper();

  private final RegistryAccess access;
  private final PackageCache cache;
  private final InRegistry chart;

  RegistryPull(Web web, RegistryConfig config, PackageCache cache, InRegistry chart) {
    this.access = new RegistryAccess(web, config, chart.registry());
    this.cache = cache;
    this.chart = chart;
  }

  Path pull() throws ChartUnavailableException {
    var version = chart.range().isExact() ? chart.version() : newest();
    var answer = access.get(address("manifests/" + tag(version)), MANIFEST);
    if (answer.status() == 404) {
      throw VersionChoice.none(chart.range(), versions());
    }
    var digest = digestOfChart(json(ok(answer)));
    var known = cache.find(digest);
    return known.isPresent() ? known.get() : download(digest);
  }

  private Path download(String digest) throws ChartUnavailableException {
    var content = ok(access.get(address("blobs/sha256:" + digest), "")).body();
    var actual = PackageCache.sha256(content);
    if (!actual.equals(digest)) {
      throw new ChartUnavailableException(
          "what came has the digest sha256:%s, but the manifest says sha256:%s; it is not used"
              .formatted(actual, digest));
    }
    return cache.keep(content);
  }

  private static String digestOfChart(JsonNode manifest) throws ChartUnavailableException {
    return StreamSupport.stream(manifest.path("layers").spliterator(), false)
        .filter(layer -> layer.path("mediaType").asText().equals(CHART))
        .map(layer -> layer.path("digest").asText())
        .filter(digest -> digest.matches("sha256:[0-9a-f]{64}"))
        .map(digest -> digest.substring("sha256:".length()))
        .findFirst()
        .orElseThrow(
            () ->
                new ChartUnavailableException(
                    "it is no Helm chart; push one with helm package and helm push"));
  }

  private String newest() throws ChartUnavailableException {
    var versions = versions();
    return chart
        .range()
        .newestOf(versions)
        .orElseThrow(() -> VersionChoice.none(chart.range(), versions));
  }

  private List<String> versions() throws ChartUnavailableException {
    var versions = new ArrayList<String>();
    var page = Optional.of(address("tags/list"));
    for (int count = 0; page.isPresent() && count < PAGES; count++) {
      var answer = access.get(page.get(), "");
      if (answer.status() == 404) {
        break;
      }
      json(ok(answer)).path("tags").forEach(tag -> versions.add(version(tag.asText())));
      var here = page.get();
      page =
          answer
              .header("Link")
              .map(NEXT_PAGE::matcher)
              .filter(link -> link.matches())
              .map(link -> here.resolve(link.group(1)));
    }
    return versions;
  }

  private URI address(String rest) {
    return access.address("/v2/" + chart.repository() + "/" + rest);
  }

  /** A tag cannot have the plus sign that a version may have. */
  private static String tag(String version) {
    return version.replace('+', '_');
  }

  private static String version(String tag) {
    return tag.replace('_', '+');
  }

  private Answer ok(Answer answer) throws ChartUnavailableException {
    return switch (answer.status()) {
      case 200 -> answer;
      case 401, 403 -> throw VersionChoice.refused(chart.registry(), answer.status());
      default ->
          throw new ChartUnavailableException(
              "%s answers %d".formatted(chart.registry(), answer.status()));
    };
  }

  private static JsonNode json(Answer answer) throws ChartUnavailableException {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new ChartUnavailableException("the registry's answer is not JSON");
    }
  }
}
