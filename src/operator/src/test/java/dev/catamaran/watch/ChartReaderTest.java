package dev.catamaran.watch;

import static dev.catamaran.chart.ChartReference.PullRules.ORDINARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.chart.ChartOffer;
import dev.catamaran.chart.ChartOffer.ByVersion;
import dev.catamaran.chart.ChartOffer.ByVersion.Offered;
import dev.catamaran.chart.ChartOffer.Single;
import dev.catamaran.chart.ChartReference.InRegistry;
import dev.catamaran.chart.ChartReference.InRepository;
import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.chart.ChartReference.PullRules;
import dev.catamaran.watch.Watch.Source.HelmChart;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartReaderTest {
  private static final String KIND = "- group: cache.my.domain\n  version: v1\n  kind: Memcached\n";

  private final Path folder;
  private final WatchesFixture fixture;

  ChartReaderTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.fixture = WatchesFixture.in(folder);
  }

  @Test
  void readsRemoteChartsWithoutARequest() throws Exception {
    assertEquals(
        new Single(new InRegistry("ghcr.io:443", "org/charts/boat", "^1.2", ORDINARY)),
        offer("chart: oci://ghcr.io:443/org/charts/boat", "chartVersion: ^1.2"));
    assertEquals(
        new Single(
            new InRepository(URI.create("https://a.example/charts"), "boat", "1.2.3", ORDINARY)),
        offer("chart: boat", "chartRepository: https://a.example/charts/", "chartVersion: 1.2.3"));
  }

  @Test
  void readsSeveralVersionsWithTheNameAsDefaultChartVersion() throws Exception {
    assertEquals(
        new ByVersion(
            List.of(
                new Offered("2", new Local(folder.resolve("helm-charts/memcached"))),
                new Offered("1.0.0", new InRegistry("ghcr.io", "boat", "1.0.0", ORDINARY)),
                new Offered(
                    "old",
                    new InRepository(URI.create("https://a.example"), "boat", "0.1.0", ORDINARY)))),
        offer(
            "chartVersions:",
            "- {version: 2, chart: helm-charts/memcached}",
            "- {version: 1.0.0, chart: oci://ghcr.io/boat}",
            "- version: old",
            "  chart: boat",
            "  chartRepository: https://a.example",
            "  chartVersion: 0.1.0"));
  }

  @Test
  void readsThePullRules() throws Exception {
    Files.writeString(folder.resolve("signers.gpg"), "");
    var rules = new PullRules(true, Optional.of(folder.resolve("signers.gpg")));
    assertEquals(
        new Single(new InRepository(URI.create("http://a.example"), "boat", "1.2.3", rules)),
        offer(
            "chart: boat",
            "chartRepository: http://a.example",
            "chartVersion: 1.2.3",
            "chartPull: {plainHttp: true, keyring: signers.gpg}"));
    var digest = "sha256:" + "0a".repeat(32);
    assertEquals(
        new Single(new InRegistry("ghcr.io", "boat", digest, ORDINARY)),
        offer("chart: oci://ghcr.io/boat@" + digest));
  }

  /** A pilcrow ends a line. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '\0',
      textBlock =
          """
          chart: boat¶chartRepository: http://a.example¶chartVersion: 1.0.0 => chartRepository has http, and anybody on the way can change what comes; write https, or allow it with chartPull: {plainHttp: true}
          chart: oci://a/b¶chartVersion: 1.0.0¶chartPull: {keyring: /nobody/has.this} => keyring /nobody/has.this cannot be read; name a file with the signers' public keys, as gpg --export writes it
          chart: oci://a/b@sha256:@digest¶chartVersion: 1.0.0 => chartVersion is not for a chart that is named by its digest; remove it
          chart: oci://ghcr.io/boat => chartVersion is required; write e.g. 1.2.3, or a range such as ^1.2
          chart: oci://ghcr.io/boat:1.0.0¶chartVersion: 1.0.0 => chart "oci://ghcr.io/boat:1.0.0" is neither oci://host/path nor oci://host/path@sha256:…; write the version into chartVersion
          chart: helm-charts/memcached¶chartVersion: 1.0.0 => chartVersion is for charts with chartRepository or oci:// only; remove it
          chart: boat¶chartRepository: https://user:secret@a.example¶chartVersion: 1.0.0 => chartRepository is not an address with http, https or file; write no user into it: credentials belong into --registry-config
          chart: helm-charts/memcached¶chartVersions: [{version: 1, chart: helm-charts/memcached}] => chart and chartVersions are both set; keep one of them
          chartVersions: [{version: 1, chart: helm-charts/memcached}, {version: 1, chart: oci://a/b}] => version 1 is listed twice; keep one
          chartVersions: 1.0.0 => chartVersions: must be a list; begin each item with -
          chartVersions: [{version: 1}] => chartVersions: chart is required; add e.g. chart: oci://ghcr.io/org/boat
          chart: "" => chart: "" names no chart; name a directory, a .tgz or an oci:// address
          chartVersions: [{version: 1, chart: oci://a/b, tag: x}] => unknown field "tag"; use version, chart, chartRepository, chartVersion
          """)
  void reportsTheProblem(String lines, String problem) {
    var text = lines.replace('¶', '\n').replace("@digest", "0a".repeat(32));
    var e = assertThrows(InvalidWatchesException.class, () -> offer(text));
    assertEquals(
        List.of(problem),
        e.problems().stream()
            .map(found -> found.problem() + (found.hint().isEmpty() ? "" : "; " + found.hint()))
            .toList());
  }

  private ChartOffer offer(String... lines) throws Exception {
    var watches = fixture.load(KIND + String.join("\n", lines).indent(2));
    return ((HelmChart) watches.watches().getFirst().source()).charts();
  }
}
