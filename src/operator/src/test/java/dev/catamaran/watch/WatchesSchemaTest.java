package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import dev.catamaran.watch.Watch.DriftPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loader reads watches.schema.json as editors do, by the rules of JSON Schema. */
class WatchesSchemaTest {
  private static final Path FILE =
      Path.of("src/operator/src/main/resources/dev/catamaran/watch/watches.schema.json");
  private static final String GVK = "- group: cache.my.domain\n  version: v1\n  kind: Memcached\n";
  private static final String CHART = GVK + "  chart: helm-charts/memcached\n";

  private final WatchesFixture fixture;

  WatchesSchemaTest(@TempDir Path folder) throws IOException {
    this.fixture = WatchesFixture.in(folder);
  }

  @Test
  void describesEveryField() throws IOException {
    for (var field : json().at("/items/properties")) {
      assertTrue(field.path("description").asText().endsWith("."), field::toString);
    }
  }

  @Test
  void hasTheWordsOfTheLoader() throws IOException {
    assertEquals(lower(DriftPolicy.values()), words("/items/properties/drift/anyOf/0/enum"));
    assertEquals(
        lower(InstallRemedy.values()),
        words("/items/properties/remediation/properties/install/enum"));
    assertEquals(
        lower(UpgradeRemedy.values()),
        words("/items/properties/remediation/properties/upgrade/enum"));
    assertEquals(lower(OverrideTyping.values()), words("/items/properties/overrideTyping/enum"));
    assertEquals(
        DeniedAnnotations.KNOWN.stream().sorted().toList(),
        words("/items/properties/denyAnnotations/items/enum"));
    assertEquals(
        Stream.of(CrdPolicy.values()).map(CrdPolicy::word).sorted().toList(),
        words("/items/properties/crds/enum"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"watches.yaml", "samples"})
  void acceptsTheFilesOfTheProject(String place) throws IOException {
    try (var files = Files.walk(Path.of(place))) {
      var found =
          files
              .filter(file -> file.endsWith("watches.yaml") || file.toString().equals(place))
              .filter(Files::isRegularFile)
              .toList();
      assertTrue(!found.isEmpty());
      for (var file : found) {
        assertEquals(List.of(), problems(Files.readString(file)), file::toString);
      }
    }
  }

  /** Reads the YAML blocks that begin with an entry. */
  @Test
  void acceptsTheExamplesOfTheDocumentation() throws IOException {
    var text = new StringBuilder();
    for (var page : List.of("watches", "watches-charts", "watches-places")) {
      text.append(Files.readString(Path.of("docs/reference/" + page + ".md")));
    }
    var blocks =
        Pattern.compile("(?ms)^```yaml\n(- (?:group|\\{group).*?)^```$")
            .matcher(text)
            .results()
            .map(block -> block.group(1))
            .toList();
    assertTrue(blocks.size() > 1, () -> blocks.size() + " blocks");
    for (var block : blocks) {
      assertEquals(List.of(), problems(block), block);
    }
  }

  /** Lines of an entry; a broken bar or the end of a line is between two. */
  private static final String ACCEPTED =
      """
      reconcilePeriod: 1m30s ¦ reconcilePeriod: 0 ¦ reconcilePeriod: 1.5h
      reconcilePeriod: +1h ¦ reconcilePeriod: ¦ maxConcurrentReconciles: 4
      selector: {matchLabels: {a: b}}
      selector: {matchExpressions: [{key: a, operator: Exists}]}
      retry: {initial: 2s, multiplier: 1.5, max: 10m, jitter: 0.2}
      rateLimit: {passes: 10, per: 1m} ¦ webhooks: com.example.W
      webhooks: [com.example.V, com.example.W]
      overrideValues: {a.b: 1, c: true, d: , e: text} ¦ overrideTyping: string
      valuesFrom: [{kind: Secret, name: x, key: k, optional: true, targetPath: a.b}]
      watchDependentResources: false ¦ maxHistory: 1 ¦ timeout: 2m ¦ wait: true ¦ test: true
      remediation: {install: keep, upgrade: retry, retries: -1} ¦ crds: CreateReplace
      drift: warn
      drift: {mode: correct, ignore: [{paths: [/spec/replicas], kind: Deployment}]}
      drift: {ignore: [{name: 'web-*', labelSelector: {matchLabels: {a: b}}}]}
      rollout: {waves: [1, 5%, 100%]}
      rollout: {waves: [tier=canary, 100%], orderBy: tier, atOnce: 3, readyFor: 10s, failures: 2}
      rollout: {waves: [100%], onFailure: return, approval: each}
      rollout: {waves: [100%], windows: [{days: [Mon], from: '22:00', to: '04:00'}]}
      rollout: {waves: [100%], windows: [{timeZone: Asia/Tokyo, from: '22:00', to: '23:00'}]}
      releaseName: 'a-{{ .metadata.name }}' ¦ targetNamespace: elsewhere
      serviceAccountName: deployer
      places: [ClusterRole.rbac.authorization.k8s.io, ConfigMap/kube-public, Service/*]
      manifestValues: [extraObjects, sub.raw] ¦ allowAdoption: true
      allowServiceAccountOverride: true ¦ allowValuesFromSecrets: true ¦ allowOtherNamespaces: true
      allowOperatorNamespace: true ¦ allowOwnRights: true ¦ allowAccountInPods: true
      allowUnreportedRevisions: true ¦ valuesFrom: [] ¦ releaseName: 5
      drift: {ignore: [{paths: [/a/*b/~0~1c, /0], kind: Secret}]}
      denyAnnotations: [pause, rollback-to] ¦ denyAnnotations: [] ¦ extensions: com.example.E
      dryRunOption: server
      """;

  @Test
  void theLoaderReadsEachFieldOfTheSchema() throws Exception {
    var read = new TreeSet<>(Set.of("group", "version", "kind", "chart", "reconciler"));
    var without = fixture.loadWith("");
    for (var lines : accepted().toList()) {
      if (!fixture.loadWith(lines).equals(without)) {
        read.add(lines.split(":")[0]);
      }
    }
    var fields = new TreeSet<String>();
    json().at("/items/properties").fieldNames().forEachRemaining(fields::add);
    fields.removeIf(field -> field.startsWith("chart") && !field.equals("chart"));
    assertEquals(fields, read, "an example must have another effect than its absence");
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void acceptsWhatTheLoaderAccepts(String lines) throws Exception {
    assertEquals(1, fixture.loadWith(lines).watches().size());
    assertEquals(List.of(), problems(CHART + "  " + lines + "\n"));
  }

  /** Lines of an entry; a broken bar or the end of a line is between two. */
  private static final String REFUSED =
      """
      reconcilePeriod: 1x ¦ reconcilePeriod: -1m ¦ reconcilePeriod: 5 ¦ reconcilePeriod: [1m]
      maxConcurrentReconciles: 0 ¦ maxConcurrentReconciles: two
      maxConcurrentReconciles: 1000000000 ¦ selector: {app: x}
      selector: {matchLabels: {a: 1}}
      selector: {matchExpressions: [{key: a, operator: Near}]} ¦ retry: {attempts: 5}
      retry: {multiplier: 0.5} ¦ retry: {jitter: 1} ¦ retry: {initial: soon}
      rateLimit: {passes: 10} ¦ rateLimit: {passes: 0, per: 1m} ¦ webhooks: []
      webhooks: a..b ¦ webhooks: [com.example.W, com.example.W] ¦ overrideValues: x
      overrideValues: {k: [1]} ¦ overrideTyping: loose ¦ valuesFrom: {kind: Secret}
      valuesFrom: [{kind: Pod, name: x}] ¦ valuesFrom: [{kind: Secret, name: x, path: y}]
      valuesFrom: [{kind: Secret}] ¦ watchDependentResources: "no" ¦ maxHistory: 0
      timeout: never ¦ wait: 1 ¦ test: sometimes ¦ remediation: {install: rollback}
      remediation: {upgrade: mend} ¦ remediation: {retries: -2} ¦ remediation: keep
      crds: create ¦ drift: mend ¦ drift: {mode: mend} ¦ drift: {ignored: []}
      drift: {ignore: /spec} ¦ drift: {ignore: [{}]} ¦ drift: {ignore: [{paths: /spec}]}
      drift: {ignore: [{paths: [spec.replicas]}]} ¦ drift: {ignore: [{path: /spec}]}
      rollout: [100%] ¦ rollout: {} ¦ rollout: {waves: [half, 100%]}
      rollout: {waves: [100%], atOnce: 101} ¦ rollout: {waves: [100%], onFailure: stop}
      rollout: {waves: [100%], approval: all}
      rollout: {waves: [100%], windows: [{from: '22:00'}]}
      rollout: {waves: [100%], windows: [{days: [Monday], from: '22:00', to: '23:00'}]}
      drift: {ignore: [{paths: [/a~b]}]} ¦ drift: {ignore: [{paths: [/a/]}]}
      drift: {ignore: [{paths: [/a/*/b]}]} ¦ drift: {ignore: [{paths: [/*]}]}
      rollout: {waves: [100%], windows: []} ¦ selector: {matchLabels: {a b: c}}
      selector: {matchExpressions: [{key: a_, operator: Exists}]} ¦ rateLimit: {per: 1m}
      rollout: {waves: [100%], windows: [{from: '24:00', to: '23:00'}]}
      valuesFrom: [{kind: Secret, name: a_b}] ¦ valuesFrom: [{kind: Secret, name: a, key: a/b}]
      places: [clusterroles] ¦ places: ClusterRole ¦ places: [{kind: ClusterRole}]
      manifestValues: extraObjects ¦ manifestValues: [[extraObjects]] ¦ allowAdoption: "true"
      denyAnnotations: pause ¦ denyAnnotations: [reset-at]
      denyAnnotations: [catamaran.dev/pause] ¦ extensions: [a..B] ¦ chartPull: {http: true}
      chartPull: plain ¦ overideValues: {a: b} ¦ reconciler: com.example.R
      """;

  @ParameterizedTest
  @MethodSource("refused")
  void refusesWhatTheLoaderRefuses(String lines) throws Exception {
    assertTrue(isRefused(CHART + "  " + lines + "\n"), "the loader must refuse it");
    assertTrue(!problems(CHART + "  " + lines + "\n").isEmpty(), "the schema must refuse it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "group: a\n",
        "- group: a\n  kind: K\n  reconciler: com.example.R\n",
        "- group: a\n  version: v1\n  reconciler: com.example.R\n",
        GVK,
        GVK + "  reconciler: com.example.R\n  timeout: 1m\n",
        "- group: a_b\n  version: v1\n  kind: K\n  reconciler: com.example.R\n",
        GVK + "  chart: ''\n",
        GVK + "  chartVersions: []\n",
        GVK + "  chartVersions: [{version: 1.0.0, chart: oci://a/b, chartPull: {}}]\n",
        GVK + "  chartVersions: [{version: 1.0.0}]\n",
        GVK + "  chartVersions: [{chart: helm-charts/memcached}]\n",
        CHART + "  chartVersions: [{version: 1.0.0, chart: helm-charts/memcached}]\n",
      })
  void refusesFilesThatTheLoaderRefuses(String text) throws Exception {
    assertTrue(isRefused(text), "the loader must refuse it");
    assertTrue(!problems(text).isEmpty(), "the schema must refuse it");
  }

  static Stream<String> accepted() {
    return each(ACCEPTED);
  }

  static Stream<String> refused() {
    return each(REFUSED);
  }

  private static Stream<String> each(String texts) {
    return Stream.of(texts.split("[¦\n]")).map(String::strip).filter(text -> !text.isEmpty());
  }

  private boolean isRefused(String text) throws IOException {
    try {
      fixture.load(text);
      return false;
    } catch (InvalidWatchesException e) {
      return true;
    }
  }

  private static List<String> problems(String text) throws IOException {
    return schema().validate(new YAMLMapper().readTree(text)).stream()
        .map(Object::toString)
        .toList();
  }

  private static Schema schema() throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(Files.readString(FILE));
  }

  private static JsonNode json() throws IOException {
    return new ObjectMapper().readTree(FILE.toFile());
  }

  private static List<String> words(String pointer) throws IOException {
    return Stream.generate(json().at(pointer).elements()::next)
        .limit(json().at(pointer).size())
        .filter(word -> !word.isNull())
        .map(JsonNode::asText)
        .sorted()
        .toList();
  }

  private static List<String> lower(Enum<?>[] words) {
    return Stream.of(words).map(word -> word.name().toLowerCase(Locale.ROOT)).sorted().toList();
  }
}
