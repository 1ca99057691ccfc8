package dev.catamaran.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonPointer;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.chart.ChartOffer.Single;
import dev.catamaran.chart.ChartReference.Local;
import dev.catamaran.chart.ValueOverride.OverrideTyping;
import dev.catamaran.manifest.IgnoreRule;
import dev.catamaran.manifest.ObjectPattern;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.RemediationPolicy;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.watch.Options.RateLimit;
import dev.catamaran.watch.Options.RetryPolicy;
import dev.catamaran.watch.Selector.Operator;
import dev.catamaran.watch.Selector.Requirement;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import dev.catamaran.watch.Watch.DriftOptions;
import dev.catamaran.watch.Watch.DriftPolicy;
import dev.catamaran.watch.Watch.Gate;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Placement;
import dev.catamaran.watch.Watch.Source.HelmChart;
import dev.catamaran.watch.Watch.Source.JavaReconcilers;
import dev.catamaran.watch.Watch.ValueOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchesLoaderTest {

  private final Path folder;
  private final WatchesFixture fixture;

  WatchesLoaderTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.fixture = WatchesFixture.in(folder);
  }

  @Test
  void loadsAFileOfTheGoOperatorsUnchanged() throws Exception {
    var watches =
        fixture.load(
            """
            # Use the 'create api' subcommand to add watches to this file.
            - group: cache.my.domain
              version: v1alpha1
              kind: Memcached
              chart: helm-charts/memcached
              overrideValues:
                image.tag: $A
                replicas: 3
                enabled: yes
                gone:
              watchDependentResources: false
              reconcilePeriod: 1m30s
              maxConcurrentReconciles: 4
              dryRunOption: server
              selector:
                matchLabels: {app: cache}
                matchExpressions:
                  - {key: tier, operator: In, values: [a, b]}
            #+kubebuilder:scaffold:watch
            """);
    var selector =
        new Selector(
            new TreeMap<>(Map.of("app", "cache")),
            List.of(new Requirement("tier", Operator.IN, List.of("a", "b"))));
    var chart =
        new HelmChart(
            new Single(new Local(folder.resolve("helm-charts/memcached"))),
            new ValueOptions(
                List.of(),
                Map.of("image.tag", "x", "replicas", "3", "enabled", "true", "gone", "null"),
                OverrideTyping.TYPED,
                Set.of("x")),
            false,
            10,
            new Gate(false, false, Duration.ofMinutes(5)),
            RemediationPolicy.DEFAULT,
            CrdPolicy.CREATE,
            new DriftOptions(DriftPolicy.CORRECT, List.of()),
            List.of(),
            Placement.DEFAULT,
            Set.of(),
            DeniedAnnotations.NONE,
            Optional.empty());
    var options =
        new Options(
            Optional.of(Duration.ofSeconds(90)),
            OptionalInt.of(4),
            selector,
            Optional.empty(),
            Optional.empty());
    var gvk = new GroupVersionKind("cache.my.domain", "v1alpha1", "Memcached");
    assertEquals(List.of(new Watch(gvk, chart, options, 2)), watches.watches());
    assertEquals(
        List.of(
            fixture.file()
                + ":14 watches[0] cache.my.domain/v1alpha1, Kind=Memcached: dryRunOption has no"
                + " effect: upgrades are decided by digest, not by dry-run; remove it"),
        watches.notes());
  }

  @Test
  void loadsTheFieldsOfCatamaran() throws Exception {
    var watches =
        fixture.load(
            """
            - &first
              group: cache.my.domain
              version: v1
              kind: Memcached
              chart: helm-charts/memcached
              overrideTyping: string
              overrideValues: {replicas: 3}
              valuesFrom:
              - {kind: Secret, name: passwords}
              - {kind: ConfigMap, name: settings, key: k, optional: true, targetPath: a.b}
              maxHistory: 2
              timeout: 30s
              wait: true
              test: true
              remediation: {install: keep, upgrade: uninstall, retries: 2}
              crds: CreateReplace
              drift:
                mode: warn
                ignore:
                - paths: [/spec/replicas, /metadata/annotations/example.com~1team]
                  kind: Deployment
                  name: web-*
                  labelSelector: {matchLabels: {tier: front}}
                - kind: Secret
              retry: {initial: 10m, multiplier: 1.5, jitter: 0}
              rateLimit: {passes: 10, per: 1m}
              releaseName: "{{ .metadata.name }}-x"
              targetNamespace: "{{ .spec.tenant }}"
              serviceAccountName: deployer
              places: [ClusterRole.rbac.authorization.k8s.io]
              manifestValues: [extraObjects]
              allowAdoption: true
              allowOtherNamespaces: true
              allowServiceAccountOverride: false
              denyAnnotations: [pause, upgrade-force]
              reconcilePeriod: 0
            - version: v1
              kind: Secret
              reconciler: com.example.SecretReconciler
              maxConcurrentReconciles: 2
            - <<: *first
              kind: Other
            - version: v1
              kind: ConfigMap
              reconciler: [com.example.First, com.example.Outer$Second]
            """);
    var front = new Selector(new TreeMap<>(Map.of("tier", "front")), List.of());
    var rules =
        List.of(
            new IgnoreRule(
                new ObjectPattern(Optional.of("Deployment"), Optional.of("web-*"), front),
                List.of(
                    JsonPointer.compile("/spec/replicas"),
                    JsonPointer.compile("/metadata/annotations/example.com~1team"))),
            new IgnoreRule(
                new ObjectPattern(Optional.of("Secret"), Optional.empty(), Selector.everything()),
                List.of()));
    var chart =
        new HelmChart(
            new Single(new Local(folder.resolve("helm-charts/memcached"))),
            new ValueOptions(
                List.of(
                    new ValuesReference(
                        ValuesReference.Kind.SECRET,
                        "passwords",
                        "values.yaml",
                        false,
                        Optional.empty()),
                    new ValuesReference(
                        ValuesReference.Kind.CONFIG_MAP,
                        "settings",
                        "k",
                        true,
                        Optional.of("a.b"))),
                Map.of("replicas", "3"),
                OverrideTyping.STRING),
            true,
            2,
            new Gate(true, true, Duration.ofSeconds(30)),
            new RemediationPolicy(InstallRemedy.KEEP, UpgradeRemedy.UNINSTALL, 2),
            CrdPolicy.CREATE_REPLACE,
            new DriftOptions(DriftPolicy.WARN, rules),
            List.of(),
            new Placement(
                NameTemplate.parse("{{ .metadata.name }}-x"),
                NameTemplate.parse("{{ .spec.tenant }}"),
                Optional.of("deployer"),
                Set.of(new AllowedPlace("rbac.authorization.k8s.io", "ClusterRole", "")),
                Set.of("extraObjects")),
            Set.of(Permission.ADOPTION, Permission.OTHER_NAMESPACES),
            new DeniedAnnotations(Set.of("pause", "upgrade-force")),
            Optional.empty());
    assertEquals(
        List.of(
            chart,
            new JavaReconcilers(List.of("com.example.SecretReconciler")),
            chart,
            new JavaReconcilers(List.of("com.example.First", "com.example.Outer$Second"))),
        watches.watches().stream().map(Watch::source).toList());
    var options = watches.watches().getFirst().options();
    var tenMinutes = Duration.ofMinutes(10);
    assertEquals(Optional.empty(), options.reconcilePeriod());
    assertEquals(Optional.of(new RetryPolicy(tenMinutes, 1.5, tenMinutes, 0)), options.retry());
    assertEquals(Optional.of(new RateLimit(10, Duration.ofMinutes(1))), options.rateLimit());
    assertEquals(OptionalInt.of(2), watches.watches().get(1).options().maxConcurrentReconciles());
    assertEquals("cache.my.domain/v1, Kind=Other", watches.watches().get(2).gvk().toString());
    assertEquals(watches, fixture.load(), "a reload must not restart unchanged kinds");
  }

  @Test
  void reportsAllProblemsInLineOrder() {
    var e =
        assertThrows(
            InvalidWatchesException.class,
            () ->
                fixture.load(
                    """
                    - group: Cache
                      version: v1
                      kind: Memcached
                      reconcilePeriod: 1x
                      chart: helm-charts/memcached
                    - version: v1
                      reconciler: com.example.MissingReconciler
                      drift: warn
                      extensions: [x.Y]
                    - text
                    """));
    assertEquals(
        List.of(
            fixture.file() + " has 7 problems:",
            "  "
                + fixture.file()
                + ":1 watches[0] Cache/v1, Kind=Memcached: group: \"Cache\" is not a"
                + " DNS subdomain; use e.g. cache.example.com"),
        String.valueOf(e.getMessage()).lines().limit(2).toList());
    assertEquals(
        List.of(
            "watches[0].group",
            "watches[0].reconcilePeriod",
            "watches[1].kind",
            "watches[1].reconciler",
            "watches[1].drift",
            "watches[1].extensions",
            "watches[2]"),
        e.problems().stream().map(problem -> problem.path()).toList());
  }

  @Test
  void neverShowsTheValueOfAVariable() throws Exception {
    var e =
        assertThrows(
            InvalidWatchesException.class,
            () -> fixture.loadWith("overrideValues: {password: $COMMA}"));
    assertFalse(String.valueOf(e.getMessage()).contains("hush"), e.getMessage());
    var loaded = fixture.loadWith("overrideValues: {password: s3cret}");
    assertFalse(loaded.toString().contains("s3cret"), loaded.toString());
  }
}
