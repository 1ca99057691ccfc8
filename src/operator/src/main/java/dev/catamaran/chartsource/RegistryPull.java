package dev.catamaran.chartsource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartUnavailableException;
import dev.catamaran.chart.VersionRange;
import dev.catamaran.chartsource.Web.Answer;
import dev.catamaran.chartsource.Web.Size;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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
  private static final String PROVENANCE = "application/vnd.cncf.helm.chart.provenance.v1.prov";
  private static final Pattern NEXT_PAGE = Pattern.compile("<([^>]+)>.*rel=\"?next\"?.*");
  private static final String SHA256 = "sha256:";
  private static final int PAGES = 100;
  private static final JsonMapper JSON = new JsonMapper();

  private final RegistryAccess access;
  private final PackageCache cache;
  private final InRegistry chart;

  RegistryPull(Web web, RegistryConfig config, PackageCache cache, InRegistry chart) {
    this.access = new RegistryAccess(web, config, chart);
    this.cache = cache;
    this.chart = chart;
  }

  Pulled pull() throws ChartUnavailableException {
    var version = version();
    var manifest = version.isPresent() ? manifest(version.get()) : manifestByDigest();
    var digest =
        digestOf(CHART, manifest)
            .orElseThrow(
                () ->
                    new ChartUnavailableException(
                        "it is not a Helm chart; push one with helm package and helm push"));
    var known = cache.find(digest);
    var archive = known.isPresent() ? known.get() : cache.keep(blob(digest, Size.PACKAGE));
    var signed = digestOf(PROVENANCE, manifest);
    return new Pulled(
        chart.name(),
        version,
        archive,
        digest,
        chart.rules().keyring().isPresent() && signed.isPresent()
            ? Optional.of(new String(blob(signed.get(), Size.SMALL), StandardCharsets.UTF_8))
            : Optional.empty());
  }

  /** Returns the version to pull; empty if the watch names a digest. */
  private Optional<String> version() throws ChartUnavailableException {
    if (chart.isByDigest()) {
      return Optional.empty();
    }
    return Optional.of(chart.range().isExact() ? chart.version() : newest());
  }

  private JsonNode manifestByDigest() throws ChartUnavailableException {
    var answer = ok(access.get(address("manifests/" + chart.version()), MANIFEST, Size.SMALL));
    verify(answer.body(), chart.version().substring(SHA256.length()), "the watch");
    return json(answer);
  }

  private JsonNode manifest(String version) throws ChartUnavailableException {
    var answer = access.get(address("manifests/" + tag(version)), MANIFEST, Size.SMALL);
    if (answer.status() == 404) {
      throw VersionChoice.none(chart.range(), versions());
    }
    return json(ok(answer));
  }

  private byte[] blob(String digest, Size size) throws ChartUnavailableException {
    var content = ok(access.get(address("blobs/" + SHA256 + digest), "", size)).body();
    verify(content, digest, "the manifest");
    return content;
  }

  private static void verify(byte[] content, String digest, String whoSays)
      throws ChartUnavailableException {
    var actual = PackageCache.sha256(content);
    if (!actual.equals(digest)) {
      throw new ChartUnavailableException(
          "the download has the digest sha256:%s, but %s says sha256:%s; it is not used"
              .formatted(actual, whoSays, digest));
    }
  }

  private static Optional<String> digestOf(String mediaType, JsonNode manifest) {
    return StreamSupport.stream(manifest.path("layers").spliterator(), false)
        .filter(layer -> layer.path("mediaType").asText().equals(mediaType))
        .map(layer -> layer.path("digest").asText())
        .filter(digest -> digest.matches(SHA256 + "[0-9a-f]{64}"))
        .map(digest -> digest.substring(SHA256.length()))
        .findFirst();
  }

  /** Other tags than complete versions, such as a date, are not those of charts, as for Helm. */
  private String newest() throws ChartUnavailableException {
    var versions = versions();
    return chart
        .range()
        .newestOf(versions.stream().filter(VersionRange::isComplete).toList())
        .orElseThrow(() -> VersionChoice.none(chart.range(), versions));
  }

  private List<String> versions() throws ChartUnavailableException {
    var versions = new ArrayList<String>();
    var page = Optional.of(address("tags/list"));
    for (int count = 0; page.isPresent() && count < PAGES; count++) {
      var answer = access.get(page.get(), "", Size.SMALL);
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
              .flatMap(link -> resolved(here, link.group(1)));
    }
    return versions;
  }

  private static Optional<URI> resolved(URI here, String link) {
    try {
      return Optional.of(here.resolve(link));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private URI address(String rest) {
    return access.address("/v2/" + chart.repository() + "/" + rest);
  }

  /** Returns the tag of a version. A version may contain a plus sign; a tag may not. */
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
